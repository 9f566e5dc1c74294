import { strings } from '../../strings/en.ts'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { SetupDraft } from './setup-draft.ts'
import styles from './connectors.module.css'

interface ServerFormProps {
  draft: SetupDraft
  onChange: (draft: SetupDraft) => void
  /** The label has a place of its own once the server exists. */
  editing: boolean
}

export function ServerForm({ draft, onChange, editing }: ServerFormProps) {
  const words = strings.connectors.form
  const set = (change: Partial<SetupDraft>) => onChange({ ...draft, ...change })
  return (
    <div className={styles.form}>
      {editing ? null : <TextField label={words.label} value={draft.label} onValueChange={(label) => set({ label })} maxLength={80} />}
      <TextField label={words.command} hint={words.commandHint} value={draft.command} onValueChange={(command) => set({ command })} mono spellCheck={false} autoComplete="off" />
      <TextArea label={words.args} hint={words.argsHint} value={draft.args} onValueChange={(args) => set({ args })} mono minRows={3} maxRows={8} spellCheck={false} />
      <TextArea label={words.env} hint={editing ? words.envHintKept : words.envHint} value={draft.env} onValueChange={(env) => set({ env })} mono minRows={2} maxRows={6} spellCheck={false} />
      <TextField label={words.cwd} hint={words.cwdHint} value={draft.cwd} onValueChange={(cwd) => set({ cwd })} mono spellCheck={false} autoComplete="off" />
    </div>
  )
}
