import { explainNotKept } from '../../../shared/capture.ts'
import type { CaptureLevel } from '../../../shared/role.ts'
import { sizeOf, type StoredText } from '../../../shared/stored-text.ts'
import type { Answered, CallState, CallStateOf } from '../../../shared/turn-state.ts'
import { strings } from '../../strings/en.ts'
import { Button } from '../../ui/button.tsx'
import { DrawnText } from '../../ui/drawn-text.tsx'
import { Facts, type Fact } from '../../ui/facts.tsx'
import { JsonView } from '../../ui/json-view.tsx'
import { OutsiderText } from '../../ui/outsider-text.tsx'
import { useStoredText } from '../blob-texts.ts'
import { gateSentence } from '../call-words.ts'
import { classSentence } from '../class-words.tsx'
import { outsiderWords } from '../outsider-words.ts'
import { ResultImage } from './result-image.tsx'
import styles from './tool-card.module.css'

const words = strings.chat.tool

/** Arguments, result, decision and bookkeeping of one call. Everything from a model or a server stands in a marked frame. */
export function ToolDetails({ call, capture }: { call: CallState; capture: CaptureLevel }) {
  const { body, author } = call.call
  const isGone = body === null
  return (
    <div className={styles.details}>
      {call.status === 'unknown' ? <p className={styles.note}>{words.by[call.by]} {words.mayHaveRun}</p> : null}
      {call.status === 'done' && call.ended.outcome === 'unknown' ? <p className={styles.note}>{words.mayHaveRun}</p> : null}
      {body === null ? null : <Arguments stored={body.arguments} label={author === 'person' ? words.argumentsByPerson : words.argumentsFrom} />}
      {body === null || body.raw === null ? null : <Outsider stored={body.raw} label={words.raw} />}
      {call.status === 'done' ? <Result call={call} /> : null}
      {isGone ? <p className={styles.note}>{explainNotKept(capture)}</p> : null}
      <Facts facts={factsOf(call)} />
    </div>
  )
}

function Arguments({ stored, label }: { stored: StoredText; label: string }) {
  const shown = useStoredText(stored, { wanted: true })
  if (!shown.isWhole) return <Outsider stored={stored} label={label} />
  return <JsonView label={label} source={shown.text} words={outsiderWords} />
}

function Result({ call }: { call: CallStateOf<'done'> }) {
  const { ended } = call
  if (ended.body === null) return null
  const connector = call.call.meta?.tool?.connectorLabel ?? ''
  const isTheirs = ended.cause === 'ran' && connector !== ''
  const cutLength = ended.meta?.cutLength ?? 0
  return (
    <>
      <Outsider stored={ended.body.content} label={isTheirs ? words.result(connector) : words.resultOurs} />
      {ended.body.images?.map((image, index) => <ResultImage key={index} image={image} label={words.image.from(index + 1, connector)} />)}
      {cutLength > 0 ? <p className={styles.note}>{words.cut(cutLength)}</p> : null}
      {ended.body.whole === null ? null : <Whole stored={ended.body.whole} label={words.wholeResult(connector)} />}
      {ended.tainted ? <p className={styles.taint}>{words.taints}</p> : null}
    </>
  )
}

/** A long text begins with its preview, and the rest is a press away. */
function Outsider({ stored, label }: { stored: StoredText; label: string }) {
  const shown = useStoredText(stored, { wanted: false })
  return (
    <div className={styles.outsider}>
      <OutsiderText label={label} text={shown.text} words={outsiderWords} />
      {shown.isWhole ? null : (
        <div className={styles.more}>
          <span>{shown.hasFailed ? strings.chat.loadFailed : words.preview(shown.text.length, shown.size)}</span>
          <Button size="small" busy={shown.isLoading} onClick={shown.load}>{shown.hasFailed ? strings.chat.tryAgain : strings.chat.showAll}</Button>
        </div>
      )}
    </div>
  )
}

function Whole({ stored, label }: { stored: StoredText; label: string }) {
  const shown = useStoredText(stored, { wanted: false })
  if ('text' in stored || shown.isWhole) return <OutsiderText label={label} text={shown.text} words={outsiderWords} />
  return (
    <div className={styles.more}>
      <span>{shown.hasFailed ? strings.chat.loadFailed : strings.inbox.question.size(sizeOf(stored))}</span>
      <Button size="small" busy={shown.isLoading} onClick={shown.load}>{shown.hasFailed ? strings.chat.tryAgain : words.showWhole}</Button>
    </div>
  )
}

function factsOf(call: CallState): readonly Fact[] {
  const { meta, position } = call.call
  const decision = call.status === 'called' ? null : call.decision
  const answer = 'answer' in call ? call.answer : null
  const ended = call.status === 'done' ? call.ended.meta : null
  const settled = 'settled' in call ? call.settled : null
  const attempts = call.status === 'done' ? call.attempts : call.status === 'running' || call.status === 'unknown' ? call.attempt : 0
  const facts: (Fact | null)[] = [
    decision === null ? null : { id: 'decision', label: words.decision, value: decision.body === null ? strings.chat.gate.notKept : <DrawnText text={gateSentence(decision.verdict, decision.body.reason)} /> },
    answer === null ? null : { id: 'answer', label: words.answer, value: <AnswerGiven answer={answer} /> },
    settled === null ? null : { id: 'settled', label: words.settled, value: <>{words.settledAs[settled.answer]} {words.answeredBy[settled.by]}</> },
    ended === null ? null : { id: 'time', label: words.time, value: `${words.seconds((ended.durationMs / 1000).toLocaleString('en'))}${ended.fromCache ? ` · ${words.fromCache}` : ''}` },
    meta === null ? null : { id: 'tool', label: words.tool, value: <code className={styles.code}><DrawnText text={meta.name} /></code> },
    meta === null || meta.tool === null ? null : { id: 'class', label: words.class, value: classSentence(meta.tool.toolClass, meta.tool.provenance) },
    { id: 'position', label: words.position, value: <code className={styles.code}>{position}</code> },
    meta === null ? null : { id: 'key', label: words.key, value: <><code className={styles.code}>{meta.idempotencyKey}</code> <span className={styles.calm}>({words.keyHint})</span></> },
    attempts === 0 ? null : { id: 'attempts', label: words.attempts, value: String(attempts) },
  ]
  return facts.filter((fact) => fact !== null)
}

function AnswerGiven({ answer }: { answer: Answered }) {
  const reason = answer.body?.reason ?? null
  return (
    <>
      {words.answers[answer.answer]} {words.answeredBy[answer.by]}
      {reason === null ? null : <> <DrawnText text={words.reason(reason)} /></>}
    </>
  )
}
