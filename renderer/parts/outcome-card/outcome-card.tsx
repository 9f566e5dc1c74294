import { useRef, useState, type MouseEvent, type ReactNode } from 'react'
import type { Question } from '../../../shared/run-record.ts'
import type { OutcomeAnswer } from '../../../shared/turn-event.ts'
import { sayWholeProblem } from '../../say-problem.ts'
import { strings } from '../../strings/en.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { DrawnText } from '../../ui/drawn-text.tsx'
import { Facts } from '../../ui/facts.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import styles from '../approval-card/approval-card.module.css'
import { CardTitle } from '../approval-card/card-head.tsx'
import { QuestionView } from '../approval-card/question-view.tsx'
import { useCardTimes } from '../approval-card/use-card-times.ts'
import { useStoredText } from '../blob-texts.ts'
import { classSentence } from '../class-words.tsx'
import { HappenedDialog } from './happened-dialog.tsx'
import { useSettle, type Settling } from './use-settle.ts'

const words = strings.inbox.outcome

export interface OutcomeCardProps {
  question: Question
  asks: Extract<Question['asks'], { kind: 'outcome' }>
  onShown?: (question: Question) => void
  isClosed?: boolean
  onAnswered?: () => void
  header?: ReactNode
}

const doNothing = () => undefined

/** A call that had started and has no result. Nothing about it happens by itself. */
export function OutcomeCard({ question, asks, onShown = doNothing, isClosed = false, onAnswered = doNothing, header }: OutcomeCardProps) {
  const buttons = useRef<HTMLDivElement>(null)
  const pressedAt = useRef<number | null>(null)
  const whole = useStoredText(question.arguments, { wanted: true })
  const [asBytes, setAsBytes] = useState(false)
  const [dialog, setDialog] = useState<'none' | 'happened' | 'run-again'>('none')
  const { state, settle } = useSettle(question, onAnswered)
  const timer = useCardTimes(buttons, () => onShown(question))
  const isOpen = state.kind === 'open' && !isClosed
  const isHeld = !isOpen || !timer.isSettled

  const press = (event: MouseEvent, act: () => void) => {
    // A click without a pointer comes from a key or a screen reader, and begins now.
    const began = event.detail === 0 ? performance.now() : pressedAt.current
    pressedAt.current = null
    if (isOpen && began !== null && timer.canAnswer(began)) act()
  }
  const off = isHeld ? { 'aria-disabled': true, 'data-disabled': '' } as const : {}
  const isSending = (answer: OutcomeAnswer) => state.kind === 'sending' && state.answer === answer
  return (
    <section role="group" className={classes(styles.card, !isOpen && styles.inert)} aria-label={words.region(question.title)} tabIndex={-1} data-question={question.callId} data-class={question.toolClass}>
      {header}
      <CardTitle question={question} />
      <div className={styles.body} tabIndex={0} role="group" aria-label={strings.inbox.question.arguments}>
        <div className={styles.own}>
          <Facts
            facts={[
              { id: 'what', label: words.what, value: <>{question.sentence} {words.lead}</> },
              { id: 'tool', label: strings.inbox.question.realName, value: <><code className={styles.code}><DrawnText text={question.tool} /></code> <span className={styles.quiet}>{classSentence(question.toolClass, question.provenance)}</span></> },
              { id: 'since', label: words.since, value: <><RelativeTime at={asks.interruptedAt} />{asks.attempt === 1 ? null : <> · {words.attempt} {asks.attempt}</>}</> },
              { id: 'key', label: words.key, value: <><code className={styles.code}>{asks.idempotencyKey}</code> <span className={styles.quiet}>{words.keyHint}</span></> },
            ]}
          />
        </div>
        <div className={styles.theirs}>
          <QuestionView question={question} whole={whole} asBytes={asBytes} onOpened={doNothing} />
          <div className={styles.bytes}><Button variant="quiet" size="small" onClick={() => setAsBytes(!asBytes)}>{asBytes ? strings.inbox.question.showView : strings.inbox.question.showBytes}</Button></div>
        </div>
      </div>
      <div className={styles.foot} onPointerDown={() => { pressedAt.current = performance.now() }}>
        <div className={classes(styles.state, styles.thin)}><CardState state={state} /></div>
        <div ref={buttons} className={styles.buttons}>
          <Button variant="quiet" {...off} data-reject="" busy={isSending('skip')} onClick={(event) => press(event, () => settle('skip'))}>{words.skip}</Button>
          <Button {...off} busy={isSending('run-again')} onClick={(event) => press(event, () => setDialog('run-again'))}>{words.runAgain}</Button>
          <Button {...off} busy={isSending('happened')} onClick={(event) => press(event, () => setDialog('happened'))}>{words.happened}</Button>
          <Button variant="primary" {...off} busy={isSending('check')} onClick={(event) => press(event, () => settle('check'))}>{words.check}</Button>
        </div>
        <HappenedDialog open={dialog === 'happened'} onOpenChange={(open) => setDialog(open ? 'happened' : 'none')} onSend={(result) => settle('happened', result)} />
        <ConfirmDialog
          open={dialog === 'run-again'}
          onOpenChange={(open) => setDialog(open ? 'run-again' : 'none')}
          title={words.againTitle}
          confirmLabel={words.againSend}
          cancelLabel={strings.inbox.question.cancel}
          danger
          onConfirm={() => {
            setDialog('none')
            settle('run-again')
          }}
        >
          <p><DrawnText text={words.againText(question.connectorLabel)} /></p>
        </ConfirmDialog>
      </div>
    </section>
  )
}

function CardState({ state }: { state: Settling }) {
  switch (state.kind) {
    case 'sending': return <span role="status">{strings.inbox.question.sending}</span>
    case 'accepted': return <span role="status">{strings.inbox.question.answeredAs(words.answers[state.answer])}</span>
    case 'late': return <span role="status">{state.sentence}</span>
    case 'open': return state.error === null ? null : <span role="alert" className={styles.error}>{sayWholeProblem(state.error)}</span>
  }
}
