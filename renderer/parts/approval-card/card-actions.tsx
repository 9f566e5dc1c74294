import { useState, type Ref } from 'react'
import type { AnswerChoice } from '../../../shared/policy.ts'
import type { Question } from '../../../shared/run-record.ts'
import { strings } from '../../strings/en.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { Menu } from '../../ui/menu.tsx'
import { AnswerState } from './answer-state.tsx'
import { EditDialog } from './edit-dialog.tsx'
import { moreChoices } from './more-choices.ts'
import { isLocked } from './question-folds.ts'
import type { Answering } from './use-answer.ts'
import type { CardTimer } from './use-card-times.ts'
import { off, useMeantPress } from './use-meant-press.ts'
import { WordsDialog } from './words-dialog.tsx'
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
  const locked = isLocked(unread, saysUnread)
  const offers = new Set(question.choices.map(({ kind }) => kind))
  const { onPointerDown, press } = useMeantPress(isOpen, timer)
  const held = !isOpen || !timer.isSettled
  const items = moreChoices({
    choices: question.choices, following: question.following.length, locked, canEdit: source !== null,
    onAnswer, onReason: () => setDialog('reject'), onEdit: () => setDialog('edit'),
  })
  return (
    <div className={styles.foot} onPointerDown={onPointerDown}>
      <div className={styles.state}><AnswerState state={state} names={words.answers}><Unread isOpen={isOpen} unread={unread} saysUnread={saysUnread} onSaysUnread={onSaysUnread} /></AnswerState></div>
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
      <WordsDialog
        open={dialog === 'reject'}
        onOpenChange={(open) => setDialog(open ? 'reject' : 'none')}
        title={words.reasonTitle}
        label={words.reasonLabel}
        maxRows={8}
        maxLength={2000}
        sendLabel={words.reasonSend}
        danger
        onSend={(reason) => onAnswer({ kind: 'reject' }, reason)}
      />
      {source === null || dialog !== 'edit' ? null : <EditDialog open onOpenChange={(open) => setDialog(open ? 'edit' : 'none')} source={source} onEdit={onEdit} />}
    </div>
  )
}

const isSending = (state: Answering, answer: AnswerChoice['kind']): boolean => state.kind === 'sending' && state.answer === answer

function Unread({ isOpen, unread, saysUnread, onSaysUnread }: Pick<CardActionsProps, 'isOpen' | 'unread' | 'saysUnread' | 'onSaysUnread'>) {
  if (!isOpen || (unread === 0 && !saysUnread)) return null
  return <Checkbox label={words.notReadAll} hint={saysUnread ? undefined : words.locked(unread)} checked={saysUnread} onCheckedChange={onSaysUnread} />
}
