import { useRef, useState, type MouseEvent, type Ref } from 'react'
import type { AnswerChoice } from '../../../shared/policy.ts'
import type { Question } from '../../../shared/run-record.ts'
import { sayWholeProblem } from '../../say-problem.ts'
import { strings } from '../../strings/en.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { Menu } from '../../ui/menu.tsx'
import { EditDialog } from './edit-dialog.tsx'
import { moreChoices } from './more-choices.ts'
import { isLocked } from './question-folds.ts'
import { RejectDialog } from './reject-dialog.tsx'
import type { Answering } from './use-answer.ts'
import type { CardTimer } from './use-card-times.ts'
import styles from './approval-card.module.css'

const words = strings.inbox.question

export interface CardActionsProps {
  ref: Ref<HTMLDivElement>
  question: Question
  /** The whole of the arguments, once it is here. */
  source: string | null
  state: Answering
  isOpen: boolean
  /** Parts that are folded or out of sight and were never opened or reached. */
  unread: number
  saysUnread: boolean
  onSaysUnread: (says: boolean) => void
  timer: CardTimer
  onAnswer: (choice: AnswerChoice, reason?: string) => void
  onEdit: (text: string) => void
}

/** The card's last line: what is unread on the left, the answers on the right. Its height and its buttons' places never change. */
export function CardActions({ ref, question, source, state, isOpen, unread, saysUnread, onSaysUnread, timer, onAnswer, onEdit }: CardActionsProps) {
  const [dialog, setDialog] = useState<'none' | 'reject' | 'edit'>('none')
  const pressedAt = useRef<number | null>(null)
  const locked = isLocked(unread, saysUnread)
  const offers = new Set(question.choices.map(({ kind }) => kind))
  const press = (event: MouseEvent, act: () => void) => {
    // A click without a pointer comes from a key or a screen reader, and begins now.
    const began = event.detail === 0 ? performance.now() : pressedAt.current
    pressedAt.current = null
    if (isOpen && began !== null && timer.canAnswer(began)) act()
  }
  const held = !isOpen || !timer.isSettled
  const items = moreChoices({
    choices: question.choices, following: question.following.length, locked, canEdit: source !== null,
    onAnswer, onReason: () => setDialog('reject'), onEdit: () => setDialog('edit'),
  })
  return (
    <div className={styles.foot} onPointerDown={() => { pressedAt.current = performance.now() }}>
      <div className={styles.state}><CardState state={state} isOpen={isOpen} unread={unread} saysUnread={saysUnread} onSaysUnread={onSaysUnread} /></div>
      <div ref={ref} className={styles.buttons}>
        {items.length === 0 ? null : <Menu align="end" side="top" trigger={<Button variant="quiet" {...off(held)}>{words.more}</Button>} items={items} />}
        {offers.has('reject') ? (
          <Button data-reject="" {...off(held)} trailing={<Kbd keys="backspace" />} busy={isSending(state, 'reject')} onClick={(event) => press(event, () => onAnswer({ kind: 'reject' }))}>{words.reject}</Button>
        ) : null}
        {offers.has('approve') ? (
          <Button variant={question.toolClass === 'destructive' ? 'danger' : 'primary'} data-approve="" {...off(held || locked)} trailing={<Kbd keys="mod+enter" />} busy={isSending(state, 'approve')} onClick={(event) => press(event, () => { if (!locked) onAnswer({ kind: 'approve' }) })}>
            {words.approve}
          </Button>
        ) : null}
      </div>
      <RejectDialog open={dialog === 'reject'} onOpenChange={(open) => setDialog(open ? 'reject' : 'none')} onReject={(reason) => onAnswer({ kind: 'reject' }, reason)} />
      {source === null || dialog !== 'edit' ? null : <EditDialog open onOpenChange={(open) => setDialog(open ? 'edit' : 'none')} source={source} onEdit={onEdit} />}
    </div>
  )
}

/** Off without `disabled`, which would drop the focus. */
const off = (isOff: boolean) => (isOff ? { 'aria-disabled': true, 'data-disabled': '' } as const : {})

const isSending = (state: Answering, answer: AnswerChoice['kind']): boolean => state.kind === 'sending' && state.answer === answer

function CardState({ state, isOpen, unread, saysUnread, onSaysUnread }: Pick<CardActionsProps, 'state' | 'isOpen' | 'unread' | 'saysUnread' | 'onSaysUnread'>) {
  switch (state.kind) {
    case 'sending': return <span role="status">{words.sending}</span>
    case 'accepted': return <span role="status">{words.answeredAs(words.answers[state.answer])}</span>
    case 'late': return <span role="status">{state.sentence}</span>
    case 'open':
      if (state.error !== null) return <span role="alert" className={styles.error}>{sayWholeProblem(state.error)}</span>
      if (!isOpen || (unread === 0 && !saysUnread)) return null
      return <Checkbox label={words.notReadAll} hint={saysUnread ? undefined : words.locked(unread)} checked={saysUnread} onCheckedChange={onSaysUnread} />
  }
}
