import { useId } from 'react'
import { CaptureLevel } from '../../../shared/role.ts'
import type { Settings } from '../../../shared/settings.ts'
import { strings } from '../../strings/en.ts'
import { useChangeSettings } from '../../use-settings.ts'
import { SettingsSection } from './settings-section.tsx'
import styles from './capture.module.css'

const words = strings.settings.capture

/** Each level says what it keeps and what that makes impossible later, since that can't be undone. */
export function Capture({ settings }: { settings: Settings }) {
  const change = useChangeSettings()
  return (
    <SettingsSection id="capture">
      <p className={styles.note}>{words.intro}</p>
      <div role="radiogroup" aria-label={words.label} className={styles.levels}>
        {CaptureLevel.options.map((level) => (
          <Level key={level} level={level} isChosen={level === settings.capture} onChoose={() => change({ capture: level })} />
        ))}
      </div>
      <p className={styles.note}>{words.never}</p>
    </SettingsSection>
  )
}

function Level({ level, isChosen, onChoose }: { level: CaptureLevel; isChosen: boolean; onChoose: () => void }) {
  const meansId = useId()
  const { name, keeps, cannot } = words.levels[level]
  return (
    <label className={styles.level}>
      <input type="radio" name="capture" value={level} className={styles.radio} checked={isChosen} aria-label={name} aria-describedby={meansId} onChange={onChoose} />
      <span className={styles.words}>
        <span className={styles.name}>{name}</span>
        <span id={meansId} className={styles.means}>{keeps} {cannot}</span>
      </span>
    </label>
  )
}
