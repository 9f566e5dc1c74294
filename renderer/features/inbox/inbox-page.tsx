import { useRef, useState, type KeyboardEvent } from 'react'
import { Inbox } from 'lucide-react'
import { useRows } from '../../core.tsx'
import { RailToggle } from '../../frame-toggles.tsx'
import { QuestionCard } from '../../parts/question-card.tsx'
import { focusQuestion } from '../../parts/approval-card/focus-question.ts'
import { QuestionAlert } from '../../parts/approval-card/question-alert.tsx'
import type { Route } from '../../route.ts'
import { strings } from '../../strings/en.ts'
import { PageHeader } from '../../ui/app-frame.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { DrawnText } from '../../ui/drawn-text.tsx'
import { queueStep } from './queue-keys.ts'
import { neighbourOf, tidyQueue, updateQueue, type QueueItem } from './question-queue.ts'
import styles from './inbox-page.module.css'

const words = strings.inbox

/** Every open question, the oldest first. What is answered stays where it is until the pointer or a key goes on. */
export function InboxPage({ onNavigate }: { onNavigate: (to: Route) => void }) {
  const open = useRows('questions.watch', {})
  const [seen, setSeen] = useState(open)
  const [queue, setQueue] = useState<readonly QueueItem[]>(() => updateQueue([], open ?? []))
  if (seen !== open) {
    setSeen(open)
    setQueue(updateQueue(queue, open ?? []))
  }
  const list = useRef<HTMLOListElement>(null)
  const byPointer = useRef(false)
  const waiting = queue.filter(({ isOpen }) => isOpen).length
  const newest = queue.filter(({ isOpen }) => isOpen).at(-1)?.question ?? null

  const focusItem = (item: QueueItem | undefined, options: FocusOptions = {}) => {
    if (item !== undefined && list.current !== null) focusQuestion(list.current, item.question.callId, options)
  }
  const keyDown = (event: KeyboardEvent<HTMLElement>) => {
    byPointer.current = false
    const step = queueStep(event)
    if (step === null) return
    event.preventDefault()
    const focused = document.activeElement?.closest<HTMLElement>('[data-item]')?.dataset['item'] ?? null
    focusItem(neighbourOf(queue, focused, step))
    setQueue(tidyQueue)
  }
  /** A pointer's answer must not scroll: what is under the pointer stays. */
  const goOnFrom = (key: string) => focusItem(neighbourOf(queue, key, 1) ?? neighbourOf(queue, key, -1), { preventScroll: byPointer.current })

  return (
    <div className={styles.page} onKeyDown={keyDown} onPointerDown={() => { byPointer.current = true }}>
      <PageHeader leading={<RailToggle />} title={words.title} meta={waiting === 0 ? null : <span className={styles.quiet}>{words.waiting(waiting)}</span>} />
      <QuestionAlert question={newest} />
      <div className={styles.scroller} tabIndex={0} role="region" aria-label={words.title}>
        {open === null ? <div className={styles.column}><Skeleton label={words.loading} height={180} /></div> : null}
        {open !== null && queue.length === 0 ? <EmptyState icon={<Inbox aria-hidden="true" />} title={words.emptyTitle}>{words.empty}</EmptyState> : null}
        {queue.length === 0 ? null : (
          <>
            <p className={styles.keys}>{words.keys}</p>
            <ol ref={list} className={styles.column} onPointerLeave={() => setQueue(tidyQueue)}>
              {queue.map((item) => (
                <li key={item.key} data-item={item.key} className={styles.item}>
                  <QuestionCard
                    question={item.question}
                    isClosed={!item.isOpen}
                    onAnswered={() => goOnFrom(item.key)}
                    header={<ChatLine item={item} onOpen={() => onNavigate({ page: 'chat', chatId: item.question.chatId })} />}
                  />
                </li>
              ))}
            </ol>
          </>
        )}
      </div>
    </div>
  )
}

function ChatLine({ item: { question }, onOpen }: { item: QueueItem; onOpen: () => void }) {
  const title = question.chatTitle === '' ? words.untitled : question.chatTitle
  return (
    <h2 className={styles.chat}>
      <Button variant="quiet" size="small" aria-label={words.openChat(title)} onClick={onOpen}><DrawnText text={title} /></Button>
    </h2>
  )
}
