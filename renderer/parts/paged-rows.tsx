import { useEffect, useEffectEvent, useImperativeHandle, useRef, useState, type KeyboardEvent, type ReactElement, type Ref } from 'react'
import { flushSync } from 'react-dom'
import { indexOf, rowAt } from '../page-store.ts'
import { focusRowOnceDrawn, nextIndex } from '../row-focus.ts'
import { isComposing } from '../ui/enter-key.ts'
import page from '../ui/list-page.module.css'
import { VirtualList, type VirtualListHandle } from '../ui/virtual-list.tsx'
import type { PageList } from '../use-page-list.ts'

export interface PagedRowsHandle {
  /** The row of this place gets the focus, or the last one where there are fewer. */
  readonly focusRow: (index: number) => void
  readonly toTop: () => void
}

export interface PagedRow<Row> {
  /** Undefined: it hasn't been read yet. */
  readonly row: Row | undefined
  readonly index: number
  readonly total: number
  /** It is the stop for Tab. */
  readonly reachable: boolean
  /** To be called when it gets the focus. */
  readonly onFocus: () => void
}

interface PagedRowsProps<Row> {
  list: PageList<Row>
  label: string
  className: string | undefined
  /** Gets the focus when the list appears. */
  startAt?: number | null
  /** No row moves while one has the focus. */
  holdsAtFocus?: boolean
  /** Of a row that stays drawn while it is out of sight; -1: none. */
  keptIndex?: number
  /** What a key does that leads to no other row; false: nothing. */
  onKey?: (key: string, index: number) => boolean
  /** A `listitem`; what takes the focus in it says its place in `data-row`. */
  children: (place: PagedRow<Row>) => ReactElement
  ref?: Ref<PagedRowsHandle>
}

/** Only rows in sight are drawn and read. One row at a time is a stop for Tab; arrows move. */
export function PagedRows<Row extends { readonly id: number | string }>({ list, label, className, startAt = null, holdsAtFocus = false, keptIndex = -1, onKey, children, ref }: PagedRowsProps<Row>) {
  const { pages, view, hold } = list
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useRef<VirtualListHandle>(null)
  const [focused, setFocused] = useState<{ readonly id: number | string | null; readonly index: number }>({ id: null, index: startAt ?? 0 })
  /** Got the focus before it was read; it gets it again once it is itself. */
  const awaited = useRef<number | null>(null)
  const total = view.total ?? 0
  const at = indexOf(view, focused.id)
  const reachable = at === -1 ? Math.max(0, Math.min(focused.index, total - 1)) : at

  const look = () => {
    const handle = rows.current
    if (handle !== null) pages.look(handle.findItemIndex(handle.scrollOffset) - 5, handle.findItemIndex(handle.scrollOffset + handle.viewportSize) + 5)
  }
  const settle = useEffectEvent(() => {
    look()
    const index = awaited.current
    const row = index === null ? undefined : rowAt(view, index)
    if (index === null || row === undefined) return
    awaited.current = null
    setFocused({ id: row.id, index })
    const holder = document.activeElement
    if (holder === document.body || scroller.current?.contains(holder) === true) focusRowOnceDrawn(scroller.current, index)
  })
  useEffect(() => settle(), [view])
  const focusRow = (index: number) => {
    const now = pages.read()
    const to = Math.max(0, Math.min(index, (now.total ?? 1) - 1))
    const id = rowAt(now, to)?.id ?? null
    awaited.current = id === null ? to : null
    flushSync(() => setFocused({ id, index: to }))
    rows.current?.scrollToIndex(to, { align: 'nearest' })
    focusRowOnceDrawn(scroller.current, to)
  }
  useImperativeHandle(ref, () => ({ focusRow, toTop: () => rows.current?.scrollTo(0) }))
  const begin = useEffectEvent(() => {
    if (startAt === null) return
    rows.current?.scrollToIndex(Math.min(startAt, total - 1), { align: 'center' })
    focusRowOnceDrawn(scroller.current, Math.min(startAt, total - 1))
  })
  useEffect(() => begin(), [])
  useEffect(() => () => { for (const reason of ['pointer', 'focus', 'place'] as const) hold(reason, false) }, [hold])

  const keyDown = (event: KeyboardEvent) => {
    if (isComposing(event) || event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof HTMLElement) || event.target.dataset['row'] === undefined) return
    const next = nextIndex(reachable, total, event.key)
    if (next !== null) focusRow(next)
    else if (onKey?.(event.key, reachable) !== true) return
    event.preventDefault()
  }
  const holdAtFocus = (isThere: boolean) => { if (holdsAtFocus) hold('focus', isThere) }
  return (
    <div ref={scroller} className={page.scroller} onPointerEnter={() => hold('pointer', true)} onPointerLeave={() => hold('pointer', false)}>
      <div className={className} role="list" aria-label={label} onKeyDown={keyDown} onFocus={() => holdAtFocus(true)} onBlur={() => holdAtFocus(false)}>
        <VirtualList
          ref={rows}
          scrollRef={scroller}
          data={{ length: total }}
          keepMounted={[...new Set([reachable, keptIndex])].filter((index) => index >= 0 && index < total)}
          onScroll={(offset) => {
            hold('place', offset > 0)
            look()
          }}
        >
          {(_, index) => {
            const row = rowAt(view, index)
            return children({ row, index, total, reachable: index === reachable, onFocus: () => setFocused({ id: row?.id ?? null, index }) })
          }}
        </VirtualList>
      </div>
    </div>
  )
}
