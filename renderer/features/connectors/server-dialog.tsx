import { useState } from 'react'
import type { ConfigReview, ServerCandidate } from '../../../shared/connector-record.ts'
import { useCore } from '../../core.tsx'
import { navigate } from '../../navigation.ts'
import { strings } from '../../strings/en.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DrawnText } from '../../ui/drawn-text.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { usePending } from '../../use-pending.ts'
import type { Connector } from './connector-action.tsx'
import { ServerForm } from './server-form.tsx'
import { ServerReview, type KeptSecrets } from './server-review.tsx'
import { storeSecrets } from './store-secrets.ts'
import { draftOf, EMPTY_DRAFT, parseVariables, toConfigText } from './setup-draft.ts'
import styles from './connectors.module.css'

type Way = 'form' | 'paste'

interface ServerDialogProps {
  onClose: () => void
  /** A server whose command line is to be changed; left out: one is added. */
  editing?: Connector
}

/** Form or pasted text, then one review; nothing is stored or started before its last button. Mounted only while open. */
export function ServerDialog({ onClose, editing }: ServerDialogProps) {
  const core = useCore()
  const pending = usePending()
  const words = strings.connectors.adding
  const [way, setWay] = useState<Way>('form')
  const [draft, setDraft] = useState(editing?.server === undefined || editing.server === null ? EMPTY_DRAFT : draftOf(editing.label, editing.server))
  const [text, setText] = useState('')
  const [review, setReview] = useState<ConfigReview | null>(null)
  const [added, setAdded] = useState<ReadonlySet<number>>(new Set())
  const kept = editing === undefined || way === 'paste' ? [] : parseVariables(draft.env).filter(({ value }) => value === null).map(({ name }) => name)
  const writable = way === 'paste' ? text.trim() !== '' : draft.command.trim() !== '' && draft.label.trim() !== ''

  const toReview = () => pending.run('review', async () => {
    setReview(await core.call('connector.parse-config', way === 'paste' ? { text, origin: words.pasted } : { text: toConfigText(draft), origin: words.typed }))
    setAdded(new Set())
  })
  const confirm = (candidate: ServerCandidate, at: number, label: string, secrets: KeptSecrets) => pending.run(`add ${at}`, async () => {
    const { command, args, cwd } = candidate
    const env = [
      ...candidate.env.map(({ name, value }) => (secrets.names.has(name) ? { name, value: null, secret: true } : { name, value })),
      ...kept.map((name) => ({ name, value: null })),
    ]
    if (editing !== undefined) {
      await storeSecrets(core, editing.connectorId, candidate, secrets)
      await core.call('connector.update', { connectorId: editing.connectorId, command, args, env, cwd })
      return onClose()
    }
    const { connectorId } = await core.call('connector.add', { label, command, args, env, cwd })
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
      title={editing === undefined ? words.title : words.editTitle(editing.label)}
      closeLabel={words.close}
      size="large"
      description={review === null ? words.intro : words.reviewIntro}
      footer={review === null
        ? (
            <>
              <Button onClick={onClose}>{words.cancel}</Button>
              <Button variant="primary" disabled={!writable} busy={pending.has('review')} onClick={toReview}>{words.review}</Button>
            </>
          )
        : (
            <>
              <Button onClick={() => setReview(null)}>{words.back}</Button>
              {added.size > 0 ? <Button variant="primary" onClick={onClose}>{words.finish}</Button> : null}
            </>
          )}
    >
      <div className={styles.form}>
        {review === null && editing === undefined ? <Segmented label={words.way} value={way} onValueChange={setWay} options={[{ value: 'form', label: words.form }, { value: 'paste', label: words.paste }]} /> : null}
        {review !== null ? null : way === 'form' ? <ServerForm draft={draft} onChange={setDraft} editing={editing !== undefined} /> : (
          <TextArea label={words.text} hint={words.textHint} value={text} onValueChange={setText} mono minRows={8} maxRows={16} spellCheck={false} />
        )}
        {review === null || review.problem === null ? null : <Banner kind="warn" kindLabel={strings.frame.warningKind} happened={review.problem} todo={words.correct} />}
        {review?.candidates.map((candidate, at) => (
          <ServerReview
            key={at}
            candidate={candidate}
            origin={review.origin}
            kept={kept}
            editLabel={editing === undefined}
            confirmLabel={editing === undefined ? words.add : words.save}
            done={added.has(at) ? words.added : null}
            busy={pending.has(`add ${at}`)}
            onConfirm={(label, secrets) => confirm(candidate, at, label, secrets)}
          />
        ))}
        {review?.refused.map(({ name, reason }, at) => <p key={at} className={styles.note}><strong><DrawnText text={name} /></strong>: <DrawnText text={reason} /></p>)}
      </div>
    </Dialog>
  )
}
