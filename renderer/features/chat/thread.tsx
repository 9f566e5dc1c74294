import { useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import type { TurnId } from '../../../shared/ids.ts'
import type { Question } from '../../../shared/run-record.ts'
import { strings } from '../../strings/en.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { NewBelow } from '../../ui/new-below.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useStickToEnd } from '../../ui/stick-to-end.ts'
import { siblingsOf } from './branch-paths.ts'
import { CommandCard, type LocalCard } from './command-card.tsx'
import type { DraftMessage } from './message-parts.ts'
import type { ThreadStore } from './thread-store.ts'
import { TurnView, type TurnActions } from './turn-view.tsx'
import type { Branch } from './use-chat.ts'
import { useThreadView } from './use-turn.ts'
import styles from './thread.module.css'

const words = strings.chat
/** Older turns are asked for this many pixels before one gets there. */
const AHEAD = 1200

export interface ThreadProps {
  store: ThreadStore
  branch: Branch
  questions: readonly Question[]
  editing: { readonly turnId: TurnId; readonly message: DraftMessage } | null
  actions: TurnActions
  cards: readonly LocalCard[]
  onDismiss: (id: string) => void
}

/** The branch that is shown, from its end. Only what is in sight is drawn; what is put before it moves nothing. */
export function Thread({ store, branch, questions, editing, actions, cards, onDismiss }: ThreadProps) {
  const view = useThreadView(store)
  const { scrollerRef, contentRef, following, toEnd } = useStickToEnd()
  const scroller = useRef<HTMLDivElement>(null)
  const list = useRef<VirtualizerHandle>(null)
  const setScroller = useCallback((element: HTMLDivElement | null) => {
    scroller.current = element
    scrollerRef(element)
  }, [scrollerRef])

  useLayoutEffect(() => {
    if (view.isPrepend) store.prependSeen()
  }, [store, view.isPrepend])
  useEffect(() => {
    const handle = list.current
    if (view.hasOlder && !view.isLoading && handle !== null && handle.scrollSize < handle.viewportSize + AHEAD) store.loadOlder()
  }, [store, view])

  const siblings = useMemo(() => new Map(view.turnIds.map((turnId) => [turnId, siblingsOf(branch.nodes, turnId)])), [view.turnIds, branch.nodes])
  const nodes = useMemo(() => new Map(branch.nodes.map((node) => [node.turnId, node])), [branch.nodes])
  const questionOf = (turnId: TurnId) => questions.find((question) => question.turnId === turnId) ?? null
  const keepMounted = view.turnIds.flatMap((turnId, index) => (turnId === editing?.turnId || questionOf(turnId) !== null ? [index] : []))
  const isRunning = branch.leaf?.status === 'running'

  if (view.turnIds.length === 0 && view.isLoading) return <div className={styles.loading}><Skeleton label={words.loading} lines={4} /></div>
  return (
    <div className={styles.frame}>
      {view.isLoading && view.hasOlder ? <div className={styles.older} role="status">{words.loadingOlder}</div> : null}
      {view.error === null ? null : (
        <div className={styles.trouble}>
          <Banner kind="error" kindLabel={words.errorKind} happened={view.error.message} {...(view.error.advice === undefined ? {} : { todo: view.error.advice })} actions={<Button size="small" onClick={store.retry}>{words.tryAgain}</Button>} />
        </div>
      )}
      <div ref={setScroller} className={styles.scroller} tabIndex={0} role="region" aria-label={words.log}>
        <div ref={contentRef} className={styles.column}>
          <Virtualizer ref={list} scrollRef={scroller} shift={view.isPrepend} keepMounted={keepMounted} onScroll={(offset) => { if (offset < AHEAD) store.loadOlder() }}>
            {view.turnIds.map((turnId, index) => (
              <TurnView
                key={turnId}
                store={store}
                turnId={turnId}
                node={nodes.get(turnId)}
                siblings={siblings.get(turnId) ?? []}
                isLast={index === view.turnIds.length - 1}
                question={questionOf(turnId)}
                editing={editing?.turnId === turnId ? editing.message : null}
                actions={actions}
              />
            ))}
            {cards.map((card) => <CommandCard key={card.id} card={card} onDismiss={() => onDismiss(card.id)} />)}
          </Virtualizer>
        </div>
      </div>
      <NewBelow label={isRunning ? words.newBelow : words.toEnd} visible={!following} onPress={toEnd} />
    </div>
  )
}
