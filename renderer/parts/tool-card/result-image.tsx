import type { ResultImage as Stored } from '../../../shared/result-image.ts'
import { strings } from '../../strings/en.ts'
import { Button } from '../../ui/button.tsx'
import { OutsiderFrame } from '../../ui/outsider-frame.tsx'
import { useStoredText } from '../blob-texts.ts'
import styles from './tool-card.module.css'

const words = strings.chat.tool.image

/** An image of a result, as the model got it: a picture of a stranger's, in a stranger's frame, never fetched from anywhere. */
export function ResultImage({ image, label }: { image: Stored; label: string }) {
  const shown = useStoredText(image.data, { wanted: true })
  const size = words.size(image.width, image.height)
  return (
    <div className={styles.outsider}>
      <OutsiderFrame label={label} warning={undefined}>
        {shown.isWhole ? <img className={styles.image} src={`data:${image.mimeType};base64,${shown.text}`} width={image.width} height={image.height} alt={`${label}, ${size}`} /> : <p className={styles.note}>{shown.hasFailed ? strings.chat.loadFailed : words.loading}</p>}
      </OutsiderFrame>
      <div className={styles.more}>
        <span>{size}{image.original === null ? '' : ` · ${words.scaled}`}</span>
        {shown.hasFailed ? <Button size="small" onClick={shown.load}>{strings.chat.tryAgain}</Button> : null}
      </div>
    </div>
  )
}
