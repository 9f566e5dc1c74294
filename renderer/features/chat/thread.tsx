import { useCallback, useEffect, useEffectEvent, useImperativeHandle, useLayoutEffect, useMemo, useRef, type Ref } from 'react'
import type { TurnId } from '../../../shared/ids.ts'
import type { Question, TurnNode } from '../../../shared/run-record.ts'
import { ProblemBanner } from '../../parts/problem-banner.tsx'
import { strings } from '../../strings/en.ts'
import { Button } from '../../ui/button.tsx'
import { NewBelow } from '../../ui/new-below.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useStickToEnd } from '../../ui/stick-to-end.ts'
import { VirtualList, type VirtualListHandle } from '../../ui/virtual-list.tsx'
import { siblingsByTurn } from './branch-paths.ts'
import { CommandCard, type LocalCard } from './command-card.tsx'
import type { DraftMessage } from './message-parts.ts'
import type { ThreadStore } from './thread-store.ts'
import { TurnView, type TurnActions } from './turn-view.tsx'
import type { Branch } from './use-chat.ts'
import type { TurnInSight } from './use-turn-in-sight.ts'
import { useThreadView } from './use-turn.ts'
import styles from './thread.module.css'

const words = strings.chat
const NO_SIBLINGS: readonly TurnNode[] = []
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
  turnInSight: TurnInSight | null
  questions: readonly Question[]
  editing: { readonly turnId: TurnId; readonly message: DraftMessage } | null
  actions: TurnActions
  cards: readonly LocalCard[]
  onDismiss: (id: string) => void
}

/** The branch that is shown, from its end. All of it has its place; only what is in sight is drawn, and read shortly before. */
export function Thread({ ref, store, branch, turnInSight, questions, editing, actions, cards, onDismiss }: ThreadProps) {
  const view = useThreadView(store)
  const { scrollerRef, contentRef, following, toEnd, leaveEnd } = useStickToEnd()
  useImperativeHandle(ref, () => ({ toEnd }), [toEnd])
  const scroller = useRef<HTMLDivElement>(null)
  const list = useRef<VirtualListHandle>(null)
  const setScroller = useCallback((element: HTMLDivElement | null) => {
    scroller.current = element
    scrollerRef(element)
  }, [scrollerRef])

  const questionOf = (turnId: TurnId) => questions.find((question) => question.turnId === turnId) ?? null
  const items = useMemo(() => itemsOf(view.turnIds, cards), [view.turnIds, cards])
  const places = useMemo(() => new Map(items.flatMap((item, index) => (item.kind === 'turn' ? [[item.turnId, index]] as const : []))), [items])
  const keepMounted = [...(editing === null ? [] : [editing.turnId]), ...questions.map(({ turnId }) => turnId)].flatMap((turnId) => places.get(turnId) ?? [])

  useLayoutEffect(() => store.drawn(), [store, view])
  /** Has read what is in sight, and what will be soon. */
  const look = () => {
    const handle = list.current
    if (handle === null || handle.viewportSize === 0 || items.length === 0) return
    const { scrollOffset, viewportSize } = handle
    const turnAt = (offset: number): TurnId | null => items.slice(0, handle.findItemIndex(offset) + 1).findLast((item) => item.kind === 'turn')?.turnId ?? null
    const [first, last] = [turnAt(scrollOffset), turnAt(scrollOffset + viewportSize)]
    if (first !== null && last !== null) store.look({ first, last })
  }
  const lookWhenDrawn = useEffectEvent(look)

  useEffect(() => lookWhenDrawn(), [items])
  const onScroll = () => {
    store.scroll(true)
    look()
  }

  const shown = useRef<TurnInSight['visit'] | null>(null)
  useEffect(() => {
    const index = turnInSight === null ? undefined : places.get(turnInSight.turnId)
    if (turnInSight === null || index === undefined || shown.current === turnInSight.visit) return
    const { turnId, visit } = turnInSight
    const show = () => {
      shown.current = visit
      // After the list has gone to its end, which is where it opens.
      requestAnimationFrame(() => {
        leaveEnd()
        list.current?.scrollToIndex(index, { align: 'start' })
      })
    }
    if (store.readTurn(turnId) !== undefined) return show()
    // What comes into sight has its size by then.
    const stop = store.subscribeTurn(turnId, () => {
      stop()
      show()
    })
    store.seek(turnId)
    return stop
  }, [store, places, turnInSight, leaveEnd])

  const siblings = useMemo(() => siblingsByTurn(branch.nodes), [branch.nodes])
  const nodes = useMemo(() => new Map(branch.nodes.map((node) => [node.turnId, node])), [branch.nodes])
  const isRunning = branch.leaf?.status === 'running'

  if (view.turnIds.length === 0 && view.isLoading) return <div className={styles.loading}><Skeleton label={words.loading} lines={4} /></div>
  return (
    <div className={styles.frame}>
      {view.error === null ? null : (
        <div className={styles.trouble}>
          <ProblemBanner problem={view.error} actions={<Button size="small" onClick={store.retry}>{words.tryAgain}</Button>} />
        </div>
      )}
      <div ref={setScroller} className={styles.scroller} tabIndex={0} role="region" aria-label={words.log}>
        <div ref={contentRef} className={styles.column}>
          <VirtualList ref={list} data={items} scrollRef={scroller} shift={view.keepsEnd} bufferSize={MEASURED_AHEAD} keepMounted={keepMounted} onScroll={onScroll} onScrollEnd={() => store.scroll(false)}>
            {(item) => (item.kind === 'card' ? <CommandCard key={item.card.id} card={item.card} onDismiss={() => onDismiss(item.card.id)} /> : (
              <TurnView
                key={item.turnId}
                store={store}
                turnId={item.turnId}
                node={nodes.get(item.turnId)}
                siblings={siblings.get(item.turnId) ?? NO_SIBLINGS}
                isLast={item.turnId === branch.leaf?.turnId}
                isWanted={item.turnId === turnInSight?.turnId}
                question={questionOf(item.turnId)}
                editing={editing?.turnId === item.turnId ? editing.message : null}
                actions={actions}
              />
            ))}
          </VirtualList>
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
