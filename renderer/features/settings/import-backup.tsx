import { useEffect, useRef, useState } from 'react'
import { Upload, X } from 'lucide-react'
import { BACKUP_PIECE, type BackupId, type BackupSummary } from '../../../shared/backup.ts'
import { AppError } from '../../../shared/errors.ts'
import { useCore } from '../../core.tsx'
import { usePerform } from '../../perform.ts'
import { strings } from '../../strings/en.ts'
import { takeAnswer } from '../../take-answer.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Gauge } from '../../ui/gauge.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { BackupReview } from './backup-review.tsx'
import { usePiecewise } from '../../use-piecewise.ts'
import styles from './settings.module.css'

const words = strings.backup.import

interface Reviewed { readonly backupId: BackupId; readonly summary: BackupSummary }
interface Waiting { readonly backupId: BackupId; readonly madeAt: number }

/** Puts a backup in the place of what is here, once it was looked through and the person has seen what it holds. */
export function ImportBackup() {
  const core = useCore()
  const perform = usePerform()
  const toasts = useToasts()
  const { progress, start, cancel } = usePiecewise()
  /** What is being read or looked through. */
  const coming = useRef<BackupId | null>(null)
  const [reviewed, setReviewed] = useState<Reviewed | null>(null)
  const [waiting, setWaiting] = useState<Waiting | null>(null)
  useEffect(() => takeAnswer(core.call('backup.accepted', {}), ({ accepted }) => setWaiting(accepted), () => undefined), [core])

  const take = (file: File) => start((isWanted, onProgress) => perform(async () => {
    const { backupId } = await core.call('backup.begin-import', { size: file.size })
    coming.current = backupId
    let wasChecked = false
    try {
      for (let at = 0; at < file.size; at += BACKUP_PIECE) {
        if (!isWanted()) return
        onProgress({ done: at, of: file.size })
        await core.call('backup.write', { backupId, at, bytes: await toBase64(file.slice(at, at + BACKUP_PIECE)) })
      }
      onProgress({ done: file.size, of: null })
      const summary = await core.call('backup.check', { backupId })
      wasChecked = isWanted()
      if (wasChecked) setReviewed({ backupId, summary })
    } catch (error) {
      // Whoever called it off knows.
      if (isWanted()) throw error
    } finally {
      if (coming.current === backupId) coming.current = null
      if (!wasChecked) await core.call('backup.discard', { backupId })
    }
  }))
  const accept = ({ backupId, summary: { madeAt } }: Reviewed) => void perform(async () => {
    await core.call('backup.accept', { backupId })
    setReviewed(null)
    setWaiting({ backupId, madeAt })
  })
  const discard = (backupId: BackupId) => perform(() => core.call('backup.discard', { backupId }))
  const callOff = () => {
    cancel()
    if (coming.current !== null) void discard(coming.current)
  }
  const takeBack = (backupId: BackupId) => void discard(backupId).then((done) => {
    if (done === undefined) return
    setWaiting(null)
    toasts.show({ title: words.takenBack })
  })
  return (
    <>
      <h3 className={styles.subtitle}>{words.title}</h3>
      <div className={styles.line}>
        <p className={styles.text}>{words.body}</p>
        {progress === null ? <BackupPicker onFile={take} /> : <Button icon={<X aria-hidden="true" />} onClick={callOff}>{words.cancel}</Button>}
      </div>
      {progress === null ? null : <Gauge label={progress.of === null ? words.checking : words.sending} used={progress.done} limit={Math.max(1, progress.of ?? progress.done)} text={progress.of === null ? '' : strings.backup.export.fetching(progress.done, progress.of)} />}
      {waiting === null ? null : (
        <Banner kind="info" kindLabel={words.title} happened={words.waiting(waiting.madeAt)} todo={words.waitingTodo} actions={<Button size="small" onClick={() => takeBack(waiting.backupId)}>{words.takeBack}</Button>} />
      )}
      {reviewed === null ? null : (
        <BackupReview
          summary={reviewed.summary}
          onConfirm={() => accept(reviewed)}
          onClose={() => {
            setReviewed(null)
            void discard(reviewed.backupId)
          }}
        />
      )}
    </>
  )
}

function BackupPicker({ onFile }: { onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button icon={<Upload aria-hidden="true" />} onClick={() => input.current?.click()}>{words.choose}</Button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".backup"
        onChange={(event) => {
          const file = event.currentTarget.files?.[0]
          // The same file again is a choice too.
          event.currentTarget.value = ''
          if (file !== undefined) onFile(file)
        }}
      />
    </>
  )
}

function toBase64(part: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => { resolve(typeof reader.result === 'string' ? reader.result.slice(reader.result.indexOf(',') + 1) : '') }
    reader.onerror = () => { reject(new AppError('input.invalid', words.unreadable, { kept: words.unreadableKept, cause: reader.error })) }
    reader.readAsDataURL(part)
  })
}
