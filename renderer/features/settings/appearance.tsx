import type { Settings } from '../../../shared/settings.ts'
import { strings } from '../../strings/en.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { Switch } from '../../ui/switch.tsx'
import { useChangeSettings } from '../../use-settings.ts'
import { SettingsSection } from './settings-section.tsx'
import styles from './settings.module.css'

const THEMES: readonly Settings['theme'][] = ['system', 'light', 'dark']
const SIZES: readonly Settings['fontSize'][] = ['small', 'medium', 'large']

export function Appearance({ settings }: { settings: Settings }) {
  const change = useChangeSettings()
  const words = strings.settings.appearance
  return (
    <SettingsSection id="appearance">
      <div className={styles.line}>
        <span>{words.theme}</span>
        <Segmented
          label={words.theme}
          value={settings.theme}
          options={THEMES.map((value) => ({ value, label: words.themes[value] }))}
          onValueChange={(theme) => change({ theme })}
        />
      </div>
      <div className={styles.line}>
        <span>{words.size}</span>
        <Segmented
          label={words.size}
          value={settings.fontSize}
          options={SIZES.map((value) => ({ value, label: words.sizes[value] }))}
          onValueChange={(fontSize) => change({ fontSize })}
        />
      </div>
      <Switch
        spread
        label={words.motion}
        hint={words.motionHint}
        checked={settings.reducedMotion}
        onCheckedChange={(reducedMotion) => change({ reducedMotion })}
      />
    </SettingsSection>
  )
}
