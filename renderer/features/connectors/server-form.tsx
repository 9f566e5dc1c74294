import { strings } from '../../strings/en.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { LimitFields, toLimits } from './limit-fields.tsx'
import type { SetupDraft } from './setup-draft.ts'
import styles from './connectors.module.css'

interface ServerFormProps {
  draft: SetupDraft
  onChange: (draft: SetupDraft) => void
  /** The label has a place of its own once the server exists. */
  editing: boolean
}

export function ServerForm({ draft, onChange, editing }: ServerFormProps) {
  const words = strings.connectorSetup.form
  const set = (change: Partial<SetupDraft>) => onChange({ ...draft, ...change })
  return (
    <div className={styles.form}>
      {editing ? null : <TextField label={words.label} value={draft.label} onValueChange={(label) => set({ label })} maxLength={80} />}
      {editing ? null : <Segmented label={words.reach} value={draft.kind} onValueChange={(kind) => set({ kind })} options={[{ value: 'command', label: words.byCommand }, { value: 'address', label: words.byAddress }]} />}
      {draft.kind === 'command' ? <CommandFields draft={draft} set={set} editing={editing} /> : <AddressFields draft={draft} set={set} editing={editing} />}
      <Disclosure summary={strings.connectorSetup.limits.title} defaultOpen={toLimits(draft.limits) === null || Object.values(draft.limits).some((limit) => limit !== '')}>
        <LimitFields limits={draft.limits} onLimits={(limits) => set({ limits })} />
      </Disclosure>
    </div>
  )
}

interface FieldsProps { draft: SetupDraft; set: (change: Partial<SetupDraft>) => void; editing: boolean }

function CommandFields({ draft, set, editing }: FieldsProps) {
  const words = strings.connectorSetup.form
  return (
    <>
      <TextField label={words.command} hint={words.commandHint} value={draft.command} onValueChange={(command) => set({ command })} mono spellCheck={false} autoComplete="off" />
      <TextArea label={words.args} hint={words.argsHint} value={draft.args} onValueChange={(args) => set({ args })} mono minRows={3} maxRows={8} spellCheck={false} />
      <TextArea label={words.env} hint={editing ? words.envHintKept : words.envHint} value={draft.env} onValueChange={(env) => set({ env })} mono minRows={2} maxRows={6} spellCheck={false} />
      <TextField label={words.cwd} hint={words.cwdHint} value={draft.cwd} onValueChange={(cwd) => set({ cwd })} mono spellCheck={false} autoComplete="off" />
    </>
  )
}

function AddressFields({ draft, set, editing }: FieldsProps) {
  const words = strings.connectorSetup.form
  return (
    <>
      <TextField label={words.url} hint={words.urlHint} value={draft.url} onValueChange={(url) => set({ url })} mono inputMode="url" spellCheck={false} autoComplete="off" />
      <TextArea label={words.headers} hint={editing ? words.headersHintKept : words.headersHint} value={draft.headers} onValueChange={(headers) => set({ headers })} mono minRows={2} maxRows={6} spellCheck={false} />
    </>
  )
}
