import { useState } from 'react'
import { toWireError } from '../../../shared/errors.ts'
import type { Settings } from '../../../shared/settings.ts'
import { useCore } from '../../core.tsx'
import { sayProblem } from '../../say-problem.ts'
import { strings } from '../../strings/en.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { SettingsSection } from './settings-section.tsx'
import styles from './settings.module.css'

/** The core knows the disk, so it says what is wrong with a folder; its sentence stands at the field. */
export function Workspace({ settings }: { settings: Settings }) {
  const core = useCore()
  const toasts = useToasts()
  const [typed, setTyped] = useState<string | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [saving, setSaving] = useState(false)
  const words = strings.settings.workspace
  const current = settings.workspace ?? ''
  const value = typed ?? current
  const changed = value.trim() !== current

  const save = async (workspace: string | null) => {
    setSaving(true)
    try {
      await core.call('settings.update', { workspace })
      setTyped(null)
      setRefusal(null)
      if (workspace !== null) toasts.show({ title: words.saved })
    } catch (error) {
      setRefusal(sayProblem(toWireError(error)))
    } finally {
      setSaving(false)
    }
  }
  const submit = () => {
    if (changed && !saving) void save(value.trim() === '' ? null : value.trim())
  }
  return (
    <SettingsSection id="workspace">
      <p className={styles.note}>{words.intro}</p>
      <TextField
        mono
        label={words.label}
        placeholder={words.placeholder}
        hint={settings.workspace === null ? `${words.none} ${words.hint}` : words.hint}
        spellCheck={false}
        autoComplete="off"
        value={value}
        onValueChange={(next) => {
          setTyped(next)
          setRefusal(null)
        }}
        onSubmit={submit}
        {...(refusal === null ? {} : { error: refusal })}
      />
      <div className={styles.buttons}>
        <Button variant="primary" busy={saving} disabled={!changed} onClick={submit}>{strings.settings.save}</Button>
        {changed ? (
          <Button onClick={() => {
            setTyped(null)
            setRefusal(null)
          }}>{strings.settings.cancel}</Button>
        ) : null}
        {settings.workspace !== null && !changed ? <Button variant="quiet" onClick={() => void save(null)}>{words.clear}</Button> : null}
      </div>
    </SettingsSection>
  )
}
