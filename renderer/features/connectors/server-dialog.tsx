import { useState } from 'react'
import type { ConfigReview, ServerCandidate } from '../../../shared/connector-record.ts'
import { useCore } from '../../core.tsx'
import { navigate } from '../../navigation.ts'
import { strings } from '../../strings/en.ts'
import { classes } from '../../ui/classes.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DrawnText } from '../../ui/drawn-text.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { usePending } from '../../use-pending.ts'
import type { Connector } from './connector-action.tsx'
import { ConfigFilePicker } from './config-file-picker.tsx'
import { toLimits } from './limit-fields.tsx'
import { readConfigFile } from './read-config-file.ts'
import { ServerForm } from './server-form.tsx'
import { ServerReview, type KeptSecrets } from './server-review.tsx'
import { isBundle, sendBundle } from './send-bundle.ts'
import { storeSecrets } from './store-secrets.ts'
import { draftOf, EMPTY_DRAFT, isWritten, toConfigText, typedValues } from './setup-draft.ts'
import adding from './adding.module.css'
import styles from './connectors.module.css'

type Way = 'form' | 'paste' | 'file'

interface ServerDialogProps {
  onClose: () => void
  /** A server whose command line is to be changed; left out: one is added. */
  editing?: Connector
}

/** Form or pasted text, then one review; nothing is stored or started before its last button. Mounted only while open. */
export function ServerDialog({ onClose, editing }: ServerDialogProps) {
  const core = useCore()
  const pending = usePending()
  const words = strings.connectorSetup.adding
  const [way, setWay] = useState<Way>('form')
  const [draft, setDraft] = useState(editing?.server === undefined || editing.server === null ? EMPTY_DRAFT : draftOf(editing.label, editing.server))
  const [text, setText] = useState('')
  const [review, setReview] = useState<ConfigReview | null>(null)
  const [added, setAdded] = useState<ReadonlySet<number>>(new Set())
  /** A file that could not be read. */
  const [fileProblem, setFileProblem] = useState<string | null>(null)
  const [dropping, setDropping] = useState(false)
  const limits = toLimits(draft.limits)
  const kept = editing === undefined || way !== 'form' ? [] : typedValues(draft).filter(({ value }) => value === null).map(({ name }) => name)
  const writable = way === 'paste' ? text.trim() !== '' : limits !== null && isWritten(draft)

  const reviewText = async (config: string, origin: string) => {
    setReview(await core.call('connector.parse-config', { text: config, origin }))
    setAdded(new Set())
  }
  const toReview = () => pending.run('review', () => (way === 'paste' ? reviewText(text, words.pasted) : reviewText(toConfigText(draft), words.typed)))
  const takeFile = (file: File) => pending.run('review', async () => {
    setWay('file')
    if (isBundle(file)) {
      setFileProblem(null)
      setReview(await sendBundle(core, file))
      return setAdded(new Set())
    }
    const read = await readConfigFile(file)
    setFileProblem(read.ok ? null : read.problem)
    if (read.ok) await reviewText(read.text, file.name)
  })
  const takesFiles = review === null && editing === undefined
  const confirm = (at: number, label: string, candidate: ServerCandidate, secrets: KeptSecrets) => pending.run(`add ${at}`, async () => {
    const { reach } = candidate
    const given = way === 'form' ? limits ?? candidate.limits : candidate.limits
    const values = [
      ...candidate.values.map(({ name, value }) => (secrets.names.has(name) ? { name, value: null, secret: true } : { name, value })),
      ...kept.map((name) => ({ name, value: null })),
    ]
    if (editing !== undefined) {
      await storeSecrets(core, editing.connectorId, candidate, secrets)
      await core.call('connector.update', { connectorId: editing.connectorId, reach, values, limits: given })
      return onClose()
    }
    const { connectorId } = await core.call('connector.add', { label, reach, values, limits: given })
    if (secrets.names.size > 0) {
      await storeSecrets(core, connectorId, candidate, secrets)
      await core.call('connector.switch', { connectorId, on: true })
    }
    setAdded((before) => new Set(before).add(at))
    if (review?.candidates.length !== 1) return
    onClose()
    navigate({ page: 'connectors', connectorId })
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => { if (!open) onClose() }}
      title={editing === undefined ? words.title : words.editTitle[draft.kind](editing.label)}
      closeLabel={words.close}
      size="large"
      description={review === null ? words.intro : words.reviewIntro}
      footer={review === null
        ? (
            <>
              <Button onClick={onClose}>{words.cancel}</Button>
              <Button variant="primary" disabled={!writable || way === 'file'} busy={pending.has('review')} onClick={toReview}>{words.review}</Button>
            </>
          )
        : (
            <>
              <Button onClick={() => setReview(null)}>{words.back}</Button>
              {added.size > 0 ? <Button variant="primary" onClick={onClose}>{words.finish}</Button> : null}
            </>
          )}
    >
      <div
        className={dropping ? classes(styles.form, adding.dropping) : styles.form}
        onDragOver={(event) => {
          if (!event.dataTransfer.types.includes('Files')) return
          event.preventDefault()
          setDropping(takesFiles)
        }}
        onDragLeave={() => setDropping(false)}
        onDrop={(event) => {
          if (!event.dataTransfer.types.includes('Files')) return
          event.preventDefault()
          setDropping(false)
          const [file] = event.dataTransfer.files
          if (takesFiles && file !== undefined) takeFile(file)
        }}
      >
        {review === null && editing === undefined ? <Segmented label={words.way} value={way} onValueChange={setWay} options={[{ value: 'form', label: words.form }, { value: 'paste', label: words.paste }, { value: 'file', label: words.file }]} /> : null}
        {review !== null ? null : way === 'form' ? <ServerForm draft={draft} onChange={setDraft} editing={editing !== undefined} /> : way === 'file' ? <ConfigFilePicker onFile={takeFile} /> : (
          <TextArea label={words.text} hint={words.textHint} value={text} onValueChange={setText} mono minRows={8} maxRows={16} spellCheck={false} />
        )}
        {review === null && fileProblem !== null ? <Banner kind="warn" kindLabel={strings.frame.warningKind} happened={fileProblem} /> : null}
        {review === null || review.problem === null ? null : <Banner kind="warn" kindLabel={strings.frame.warningKind} happened={review.problem} todo={words.correct} />}
        {review?.candidates.map((candidate, at) => (
          <ServerReview
            key={at}
            candidate={candidate}
            origin={review.origin}
            kept={kept}
            editLabel={editing === undefined}
            confirmLabel={(editing === undefined ? words.add : words.save)[candidate.reach.kind]}
            done={added.has(at) ? words.added : null}
            busy={pending.has(`add ${at}`)}
            {...(way === 'form' && limits !== null ? { limits } : {})}
            onConfirm={(label, filled, secrets) => confirm(at, label, filled, secrets)}
          />
        ))}
        {review?.refused.map(({ name, reason }, at) => <p key={at} className={styles.note}><strong><DrawnText text={name} /></strong>: <DrawnText text={reason} /></p>)}
      </div>
    </Dialog>
  )
}
