import { useRef, useState, type ReactNode } from 'react'
import type { Question } from '../../../shared/run-record.ts'
import type { OutcomeAnswer } from '../../../shared/turn-event.ts'
import { strings } from '../../strings/en.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { DrawnText } from '../../ui/drawn-text.tsx'
import { Facts } from '../../ui/facts.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import styles from '../approval-card/approval-card.module.css'
import { AnswerState } from '../approval-card/answer-state.tsx'
import { CardTitle } from '../approval-card/card-head.tsx'
import { QuestionView } from '../approval-card/question-view.tsx'
import { useCardTimes } from '../approval-card/use-card-times.ts'
import { off, useMeantPress } from '../approval-card/use-meant-press.ts'
import { WordsDialog } from '../approval-card/words-dialog.tsx'
import { useStoredText } from '../blob-texts.ts'
import { classSentence } from '../class-words.tsx'
import { useSettle } from './use-settle.ts'

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
  const whole = useStoredText(question.arguments, { wanted: true })
  const [asBytes, setAsBytes] = useState(false)
  const [dialog, setDialog] = useState<'none' | 'happened' | 'run-again'>('none')
  const { state, settle } = useSettle(question, onAnswered)
  const timer = useCardTimes(buttons, () => onShown(question))
  const isOpen = state.kind === 'open' && !isClosed
  const { onPointerDown, press } = useMeantPress(isOpen, timer)
  const held = off(!isOpen || !timer.isSettled)
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
      <div className={styles.foot} onPointerDown={onPointerDown}>
        <div className={classes(styles.state, styles.thin)}><AnswerState state={state} names={words.answers} /></div>
        <div ref={buttons} className={styles.buttons}>
          <Button variant="quiet" {...held} data-reject="" busy={isSending('skip')} onClick={(event) => press(event, () => settle('skip'))}>{words.skip}</Button>
          <Button {...held} busy={isSending('run-again')} onClick={(event) => press(event, () => setDialog('run-again'))}>{words.runAgain}</Button>
          <Button {...held} busy={isSending('happened')} onClick={(event) => press(event, () => setDialog('happened'))}>{words.happened}</Button>
          <Button variant="primary" {...held} busy={isSending('check')} onClick={(event) => press(event, () => settle('check'))}>{words.check}</Button>
        </div>
        <WordsDialog
          open={dialog === 'happened'}
          onOpenChange={(open) => setDialog(open ? 'happened' : 'none')}
          title={words.happenedTitle}
          description={words.happenedText}
          label={words.happenedLabel}
          maxRows={10}
          maxLength={100_000}
          sendLabel={words.happenedSend}
          onSend={(result) => settle('happened', result)}
        />
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
