import { useCallback, useEffect, useImperativeHandle, useLayoutEffect, useMemo, useRef, type Ref } from 'react'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import type { TurnId } from '../../../shared/ids.ts'
import type { Question, TurnNode } from '../../../shared/run-record.ts'
import { strings } from '../../strings/en.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { NewBelow } from '../../ui/new-below.tsx'
import { PressableContainer } from '../../ui/pressable-container.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useStickToEnd } from '../../ui/stick-to-end.ts'
import { siblingsByTurn } from './branch-paths.ts'
import { CommandCard, type LocalCard } from './command-card.tsx'
import type { DraftMessage } from './message-parts.ts'
import type { ThreadStore } from './thread-store.ts'
import { TurnView, type TurnActions } from './turn-view.tsx'
import type { Branch } from './use-chat.ts'
import { useThreadView } from './use-turn.ts'
import styles from './thread.module.css'

const words = strings.chat
const NO_SIBLINGS: readonly TurnNode[] = []
/** Older turns are asked for this many pixels before one gets there. */
const AHEAD = 1200
/** Pixels beyond the edges in which turns are drawn, so that their size is known before they come into sight. */
const MEASURED_AHEAD = 900

export interface ThreadHandle {
  /** Brings the end into sight and follows it from then on. */
  readonly toEnd: () => void
}

export interface ThreadProps {
  ref: Ref<ThreadHandle>
  store: ThreadStore
  branch: Branch
  /** A turn of this branch that an address asks for; null: none. */
  turnInSight: TurnId | null
  questions: readonly Question[]
  editing: { readonly turnId: TurnId; readonly message: DraftMessage } | null
  actions: TurnActions
  cards: readonly LocalCard[]
  onDismiss: (id: string) => void
}

/** The branch that is shown, from its end. Only what is in sight is drawn; what is put before it moves nothing. */
export function Thread({ ref, store, branch, turnInSight, questions, editing, actions, cards, onDismiss }: ThreadProps) {
  const view = useThreadView(store)
  const { scrollerRef, contentRef, following, toEnd, leaveEnd } = useStickToEnd()
  useImperativeHandle(ref, () => ({ toEnd }), [toEnd])
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

  const items = useMemo(() => itemsOf(view.turnIds, cards), [view.turnIds, cards])
  const shown = useRef<TurnId | null>(null)
  useEffect(() => {
    if (turnInSight === null) shown.current = null
    if (turnInSight === null || shown.current === turnInSight || view.isLoading) return
    const index = items.findIndex((item) => item.kind === 'turn' && item.turnId === turnInSight)
    if (index === -1) return store.loadOlder()
    shown.current = turnInSight
    // After the list has gone to its end, which is where it opens.
    requestAnimationFrame(() => {
      leaveEnd()
      list.current?.scrollToIndex(index, { align: 'start' })
    })
  }, [store, view, items, turnInSight, leaveEnd])

  const siblings = useMemo(() => siblingsByTurn(branch.nodes), [branch.nodes])
  const nodes = useMemo(() => new Map(branch.nodes.map((node) => [node.turnId, node])), [branch.nodes])
  const questionOf = (turnId: TurnId) => questions.find((question) => question.turnId === turnId) ?? null
  const keepMounted = items.flatMap((item, index) => (item.kind === 'turn' && (item.turnId === editing?.turnId || questionOf(item.turnId) !== null) ? [index] : []))
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
          <Virtualizer ref={list} scrollRef={scroller} as={PressableContainer} shift={view.isPrepend} bufferSize={MEASURED_AHEAD} keepMounted={keepMounted} onScroll={(offset) => { if (offset < AHEAD) store.loadOlder() }}>
            {items.map((item) => (item.kind === 'card' ? <CommandCard key={item.card.id} card={item.card} onDismiss={() => onDismiss(item.card.id)} /> : (
              <TurnView
                key={item.turnId}
                store={store}
                turnId={item.turnId}
                node={nodes.get(item.turnId)}
                siblings={siblings.get(item.turnId) ?? NO_SIBLINGS}
                isLast={item.turnId === branch.leaf?.turnId}
                question={questionOf(item.turnId)}
                editing={editing?.turnId === item.turnId ? editing.message : null}
                actions={actions}
              />
            )))}
          </Virtualizer>
        </div>
      </div>
      <NewBelow label={isRunning ? words.newBelow : words.toEnd} visible={!following} onPress={toEnd} />
    </div>
  )
}

type ThreadItem = { readonly kind: 'turn'; readonly turnId: TurnId } | { readonly kind: 'card'; readonly card: LocalCard }

/** Each card stands behind the turn that was the last one when it came; one whose turn isn't on this branch isn't shown. */
function itemsOf(turnIds: readonly TurnId[], cards: readonly LocalCard[]): readonly ThreadItem[] {
  const after = (turnId: TurnId | null) => cards.filter((card) => card.after === turnId).map((card): ThreadItem => ({ kind: 'card', card }))
  return [...after(null), ...turnIds.flatMap((turnId): ThreadItem[] => [{ kind: 'turn', turnId }, ...after(turnId)])]
}
