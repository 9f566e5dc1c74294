import type { StoredText } from '../../../shared/stored-text.ts'
import { useStoredText } from '../../parts/blob-texts.ts'
import { outsiderWords } from '../../parts/outsider-words.ts'
import { strings } from '../../strings/en.ts'
import { Button } from '../../ui/button.tsx'
import { OutsiderText } from '../../ui/outsider-text.tsx'
import view from './run-view.module.css'
import styles from './runs.module.css'

const words = strings.runs.show

/** A text as it was stored, letter by letter; of a long one its beginning, and the rest on demand. */
export function KeptText({ label, stored }: { label: string; stored: StoredText }) {
  const { text, isWhole, size, isLoading, hasFailed, load } = useStoredText(stored, { wanted: false })
  return (
    <div className={view.kept}>
      <OutsiderText label={label} text={text} words={outsiderWords} />
      {isWhole ? null : (
        <p className={styles.quiet}>
          {hasFailed ? words.wholeFailed : words.beginning(text.length, size)} <Button size="small" busy={isLoading} onClick={load}>{words.whole}</Button>
        </p>
      )}
    </div>
  )
}
