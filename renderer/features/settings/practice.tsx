import type { Settings } from '../../../shared/settings.ts'
import { strings } from '../../strings/en.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { useChangeSettings } from '../../use-settings.ts'
import { SettingsSection } from './settings-section.tsx'
import styles from './settings.module.css'

const RATES = ['20', '60', '200', '0'] as const

export function Practice({ settings }: { settings: Settings }) {
  const change = useChangeSettings()
  const words = strings.settings.practice
  return (
    <SettingsSection id="practice">
      <p className={styles.note}>{words.intro}</p>
      <div className={styles.line}>
        <span>{words.rate}</span>
        <Segmented
          label={words.rate}
          // A rate set elsewhere may be none of these; then none is chosen, and the sentence below says what it is.
          value={String(settings.practiceRate)}
          options={RATES.map((rate) => ({ value: String(rate), label: words.rates[rate] }))}
          onValueChange={(rate) => change({ practiceRate: Number(rate) })}
        />
      </div>
      <p className={styles.note}>{words.now(settings.practiceRate)}</p>
    </SettingsSection>
  )
}
