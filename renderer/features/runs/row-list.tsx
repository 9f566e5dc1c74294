import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { indexOf, rowAt } from '../../page-store.ts'
import { focusOnceDrawn, nextIndex } from '../../row-focus.ts'
import { strings } from '../../strings/en.ts'
import { isComposing } from '../../ui/enter-key.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { VirtualList, type VirtualListHandle } from '../../ui/virtual-list.tsx'
import type { PagedList } from './use-paged-list.ts'
import page from '../../ui/list-page.module.css'
import styles from './runs.module.css'

interface RowListProps<Row> {
  list: PagedList<Row>
  label: string
  onOpen: (row: Row, index: number) => void
  /** Gets the focus when the list appears. */
  startAt: number | null
  children: (row: Row) => ReactNode
}

/** Rows in sight are drawn and read. One of them is a stop for Tab; arrows move, Enter opens. */
export function RowList<Row extends { readonly id: number | string }>({ list, label, onOpen, startAt, children }: RowListProps<Row>) {
  const { pages, view, hold } = list
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useRef<VirtualListHandle>(null)
  const [focused, setFocused] = useState<{ readonly id: number | string | null; readonly index: number }>({ id: null, index: startAt ?? 0 })
  const total = view.total ?? 0
  const at = indexOf(view, focused.id)
  const reachable = at === -1 ? Math.max(0, Math.min(focused.index, total - 1)) : at

  const look = () => {
    const handle = rows.current
    if (handle !== null) pages.look(handle.findItemIndex(handle.scrollOffset) - 5, handle.findItemIndex(handle.scrollOffset + handle.viewportSize) + 5)
  }
  const focusRow = (to: number) => {
    flushSync(() => setFocused({ id: rowAt(pages.read(), to)?.id ?? null, index: to }))
    rows.current?.scrollToIndex(to, { align: 'nearest' })
    focusOnceDrawn(scroller.current, to)
  }
  const lookAgain = useEffectEvent(() => look())
  useEffect(() => lookAgain(), [view])
  const begin = useEffectEvent(() => {
    if (startAt === null) return
    rows.current?.scrollToIndex(Math.min(startAt, total - 1), { align: 'center' })
    focusOnceDrawn(scroller.current, Math.min(startAt, total - 1))
  })
  useEffect(() => begin(), [])
  useEffect(() => () => { for (const reason of ['pointer', 'focus', 'place'] as const) hold(reason, false) }, [hold])

  const keyDown = (event: KeyboardEvent) => {
    if (isComposing(event) || event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof HTMLElement) || event.target.dataset['row'] === undefined) return
    const next = nextIndex(reachable, total, event.key)
    if (next === null) return
    event.preventDefault()
    focusRow(next)
  }
  return (
    <div ref={scroller} className={page.scroller} onPointerEnter={() => hold('pointer', true)} onPointerLeave={() => hold('pointer', false)}>
      <div className={styles.list} role="list" aria-label={label} onKeyDown={keyDown} onFocus={() => hold('focus', true)} onBlur={() => hold('focus', false)}>
        <VirtualList
          ref={rows}
          scrollRef={scroller}
         
          data={{ length: total }}
          keepMounted={total === 0 ? [] : [reachable]}
          onScroll={(offset) => {
            hold('place', offset > 0)
            look()
          }}
        >
          {(_, index) => {
            const row = rowAt(view, index)
            // By place, so that the focus stays when what stands there has been read; no row moves under it.
            return (
              <div key={index} role="listitem" aria-setsize={total} aria-posinset={index + 1} className={styles.item}>
                <button
                  type="button"
                  className={styles.row}
                  data-row={index}
                  tabIndex={index === reachable ? 0 : -1}
                  onFocus={() => setFocused({ id: row?.id ?? null, index })}
                  onClick={() => { if (row !== undefined) onOpen(row, index) }}
                >
                  {row === undefined ? <Skeleton label={strings.runs.loading} lines={2} /> : children(row)}
                </button>
              </div>
            )
          }}
        </VirtualList>
      </div>
    </div>
  )
}
