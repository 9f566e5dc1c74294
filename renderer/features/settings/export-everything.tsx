import { Download, X } from 'lucide-react'
import { useCore } from '../../core.tsx'
import { usePerform } from '../../perform.ts'
import { saveFile } from '../../save-file.ts'
import { strings } from '../../strings/en.ts'
import { Button } from '../../ui/button.tsx'
import { Gauge } from '../../ui/gauge.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { usePiecewise } from '../../use-piecewise.ts'
import styles from './settings.module.css'

const words = strings.backup.export

/** Takes everything that is stored along as one file. */
export function ExportEverything() {
  const core = useCore()
  const perform = usePerform()
  const toasts = useToasts()
  const { progress, start, cancel } = usePiecewise()
  const fetchAll = () => start((isWanted, onProgress) => perform(async () => {
    const { backupId, fileName, size } = await core.call('backup.make', {})
    try {
      const pieces: Uint8Array<ArrayBuffer>[] = []
      for (let at: number | null = 0; at !== null;) {
        if (!isWanted()) return
        onProgress({ done: at, of: size })
        const piece: { bytes: string; next: number | null } = await core.call('backup.read', { backupId, at })
        pieces.push(Uint8Array.from(atob(piece.bytes), (letter) => letter.charCodeAt(0)))
        at = piece.next
      }
      if (!isWanted()) return
      saveFile(fileName, pieces)
      toasts.show({ title: words.done, description: words.doneDetail(size) })
    } finally {
      await core.call('backup.discard', { backupId })
    }
  }))
  return (
    <>
      <h3 className={styles.subtitle}>{words.title}</h3>
      <div className={styles.line}>
        <p className={styles.text}>{words.body}</p>
        {progress === null
          ? <Button icon={<Download aria-hidden="true" />} onClick={fetchAll}>{words.start}</Button>
          : <Button icon={<X aria-hidden="true" />} onClick={cancel}>{words.cancel}</Button>}
      </div>
      {progress === null ? null : <Gauge label={words.making} used={progress.done} limit={Math.max(1, progress.of ?? 1)} text={progress.of === null ? '' : words.fetching(progress.done, progress.of)} />}
    </>
  )
}
