import { useCallback, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import type { Question } from '../../../shared/run-record.ts'
import { strings } from '../../strings/en.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { isComposing } from '../../ui/enter-key.ts'
import { useStoredText } from '../blob-texts.ts'
import { meaningOf, type CardKey } from './answer-guard.ts'
import { CardActions } from './card-actions.tsx'
import { CardFacts, CardTitle } from './card-head.tsx'
import { FollowingCalls } from './following-calls.tsx'
import { foldsLeft, foldsOf, isLocked, type FoldKey } from './question-folds.ts'
import { QuestionView } from './question-view.tsx'
import { useAnswer } from './use-answer.ts'
import { useCardTimes } from './use-card-times.ts'
import { useEndSeen } from './use-end-seen.ts'
import styles from './approval-card.module.css'

const words = strings.inbox.question

export interface ApprovalCardProps {
  question: Question
  /** Called when the card first comes into sight, so that the page can move the focus to it. */
  onShown?: (question: Question) => void
  /** The question is closed; the card stays to be read. */
  isClosed?: boolean
  onAnswered?: () => void
  /** Above the card's own words: where the question comes from. */
  header?: ReactNode
}

const doNothing = () => undefined

/** One question, as the core asks it. Give it the question's id as key: nothing read or ticked carries over to another one. */
export function ApprovalCard({ question, onShown = doNothing, isClosed = false, onAnswered = doNothing, header }: ApprovalCardProps) {
  const body = useRef<HTMLDivElement>(null)
  const end = useRef<HTMLDivElement>(null)
  const buttons = useRef<HTMLDivElement>(null)
  const whole = useStoredText(question.arguments, { wanted: true })
  const [opened, setOpened] = useState<ReadonlyMap<FoldKey, number>>(new Map())
  const [saysUnread, setSaysUnread] = useState(false)
  const [asBytes, setAsBytes] = useState(false)
  const { state, answer, edit } = useAnswer(question, onAnswered)
  const timer = useCardTimes(buttons, () => onShown(question))

  const folds = foldsOf(question.view, whole.isWhole ? whole.text : null)
  const subject = useMemo(() => ({ opened, isWhole: whole.isWhole }), [opened, whole.isWhole])
  const isEndSeen = useEndSeen(body, end, subject)
  const left = foldsLeft(folds, opened) + (isEndSeen ? 0 : 1)
  const locked = isLocked(left, saysUnread)
  const isOpen = state.kind === 'open' && !isClosed
  useSteadyHeight(body)


  const onOpened = useCallback((key: FoldKey, count: number) => setOpened((before) => new Map(before).set(key, count)), [])
  const approve = () => answer({ kind: 'approve' })
  const reject = () => answer({ kind: 'reject' })
  const pressKey = (event: KeyboardEvent<HTMLElement>) => {
    if (!isWithin(event.currentTarget, event.target)) return
    const meaning = meaningOf(cardKeyOf(event))
    if (meaning === 'none') return
    event.preventDefault()
    if (meaning === 'bytes') return setAsBytes(!asBytes)
    if (meaning === 'blocked' || !isOpen || !timer.canAnswer(performance.now())) return
    if (meaning === 'reject') reject()
    else if (!locked) approve()
  }
  return (
    <section
      role="group"
      className={classes(styles.card, !isOpen && styles.inert)}
      aria-label={words.region(question.title)}
      tabIndex={-1}
      data-question={question.callId}
      data-class={question.toolClass}
      onKeyDown={pressKey}
    >
      {header}
      <CardTitle question={question} />
      <div ref={body} className={classes(styles.body, foldsLeft(folds, new Map()) > 0 && styles.tall)} tabIndex={0} role="group" aria-label={words.arguments}>
        <CardFacts question={question} />
        <div className={styles.theirs}>
          <QuestionView question={question} whole={whole} asBytes={asBytes} onOpened={onOpened} />
          <div className={styles.bytes}>
            <Button variant="quiet" size="small" trailing={<kbd className={styles.kbd}>R</kbd>} onClick={() => setAsBytes(!asBytes)}>
              {asBytes ? words.showView : words.showBytes}
            </Button>
          </div>
          <FollowingCalls question={question} />
        </div>
        <div ref={end} className={styles.end} />
      </div>
      <CardActions
        ref={buttons}
        question={question}
        source={whole.isWhole ? whole.text : null}
        state={state}
        isOpen={isOpen}
        unread={left}
        saysUnread={saysUnread}
        onSaysUnread={setSaysUnread}
        timer={timer}
        onAnswer={answer}
        onEdit={edit}
      />
    </section>
  )
}

/** Fixes the height that the content has at first, so that opening what is folded scrolls inside and the buttons below stay where they are. */
function useSteadyHeight(body: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const element = body.current
    if (element === null || element.offsetHeight === 0) return
    element.style.setProperty('height', `${element.offsetHeight}px`)
  }, [body])
}

/** Dialogs and menus of the card are its children for React, but not on the page: their keys are their own. */
const isWithin = (card: Element, target: EventTarget): boolean => target instanceof Node && card.contains(target)

function cardKeyOf(event: KeyboardEvent<HTMLElement>): CardKey {
  const { key, ctrlKey, metaKey, altKey, shiftKey, repeat, target } = event
  const element = target instanceof HTMLElement ? target : null
  const control = element?.closest('button, a, [role="link"]') ?? null
  return {
    key, ctrlKey, metaKey, altKey, shiftKey, repeat,
    composing: isComposing(event),
    inTextField: element !== null && (element.isContentEditable || element.matches('textarea, input:not([type="checkbox"])')),
    onControl: control === null ? 'none' : control.hasAttribute('data-approve') ? 'approve' : 'other',
  }
}

