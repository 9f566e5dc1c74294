import { useState } from 'react'
import type { Settings } from '../../../shared/settings.ts'
import { strings } from '../../strings/en.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Switch } from '../../ui/switch.tsx'
import { useChangeSettings } from '../../use-settings.ts'
import { SettingsSection } from './settings-section.tsx'
import styles from './settings.module.css'

/** Turning the guard off is asked back, since what it protects from doesn't show when it happens. */
export function Gate({ settings }: { settings: Settings }) {
  const change = useChangeSettings()
  const [asking, setAsking] = useState(false)
  const words = strings.settings.gate
  return (
    <SettingsSection id="gate">
      <Switch
        spread
        label={words.guard}
        hint={words.guardHint}
        checked={settings.exfiltrationGuard}
        onCheckedChange={(on) => {
          if (on) change({ exfiltrationGuard: true })
          else setAsking(true)
        }}
      />
      <p className={styles.note}>{words.rest}</p>
      <ConfirmDialog
        danger
        open={asking}
        onOpenChange={setAsking}
        title={words.turnOff.title}
        confirmLabel={words.turnOff.confirm}
        cancelLabel={words.turnOff.cancel}
        onConfirm={() => {
          setAsking(false)
          change({ exfiltrationGuard: false })
        }}
      >
        {words.turnOff.body}
      </ConfirmDialog>
    </SettingsSection>
  )
}
