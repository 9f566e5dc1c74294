import { useEffect, useEffectEvent, useImperativeHandle, useRef, useState, type KeyboardEvent, type ReactNode, type Ref } from 'react'
import { flushSync } from 'react-dom'
import { strings } from '../../strings/en.ts'
import { isComposing } from '../../ui/enter-key.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { VirtualList, type VirtualListHandle } from '../../ui/virtual-list.tsx'
import { indexOf, rowAt } from '../../page-store.ts'
import { focusOnceDrawn, nextIndex } from '../../row-focus.ts'
import type { StoredList as List } from './use-stored-list.ts'
import page from '../../ui/list-page.module.css'
import styles from './memory.module.css'

export interface StoredListHandle {
  /** The row of this place gets the focus, or the last one where there are fewer; null: it keeps where it is. */
  readonly focusRow: (index: number) => void
  readonly toTop: () => void
}

interface StoredListProps<Row> {
  list: List<Row>
  label: string
  nameOf: (row: Row) => string
  onDelete: (row: Row, index: number) => void
  /** `reachable`: its controls are stops for Tab. */
  children: (row: Row, place: { readonly index: number; readonly reachable: boolean }) => ReactNode
  ref: Ref<StoredListHandle>
}

/** Only rows in sight are drawn and read. One row at a time is a stop for Tab; arrows move, Enter or F2 edits, Delete deletes. */
export function StoredList<Row extends { readonly id: number }>({ list, label, nameOf, onDelete, children, ref }: StoredListProps<Row>) {
  const { pages, view, editing, edit, hold } = list
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useRef<VirtualListHandle>(null)
  const [focused, setFocused] = useState<{ readonly id: number | null; readonly index: number }>({ id: null, index: 0 })
  /** Asked for before it was read; it gets the focus again once it is itself. */
  const awaited = useRef<number | null>(null)
  const total = view.total ?? 0
  const at = indexOf(view, focused.id)
  const reachable = at === -1 ? Math.max(0, Math.min(focused.index, total - 1)) : at

  const look = () => {
    const handle = rows.current
    if (handle === null) return
    pages.look(handle.findItemIndex(handle.scrollOffset) - 5, handle.findItemIndex(handle.scrollOffset + handle.viewportSize) + 5)
  }
  const settle = useEffectEvent(() => {
    look()
    const index = awaited.current
    const row = index === null ? undefined : rowAt(view, index)
    if (index === null || row === undefined) return
    awaited.current = null
    setFocused({ id: row.id, index })
    focusOnceDrawn(scroller.current, index)
  })
  useEffect(() => settle(), [view])
  const focusRow = (index: number) => {
    const now = pages.read()
    const to = Math.max(0, Math.min(index, (now.total ?? 1) - 1))
    const id = rowAt(now, to)?.id ?? null
    awaited.current = id === null ? to : null
    flushSync(() => setFocused({ id, index: to }))
    rows.current?.scrollToIndex(to, { align: 'nearest' })
    focusOnceDrawn(scroller.current, to)
  }
  useImperativeHandle(ref, () => ({ focusRow, toTop: () => rows.current?.scrollTo(0) }))

  const keyDown = (event: KeyboardEvent) => {
    if (isComposing(event) || !(event.target instanceof HTMLElement) || event.target.dataset['row'] === undefined) return
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const next = nextIndex(reachable, total, event.key)
    const row = rowAt(view, reachable)
    if (next !== null) focusRow(next)
    else if (row !== undefined && (event.key === 'Enter' || event.key === 'F2')) edit(row.id)
    else if (row !== undefined && event.key === 'Delete') onDelete(row, reachable)
    else return
    event.preventDefault()
  }
  const editedAt = typeof editing === 'number' ? indexOf(view, editing) : -1
  return (
    <div
      ref={scroller}
      className={page.scroller}
      onPointerEnter={() => hold('pointer', true)}
      onPointerLeave={() => hold('pointer', false)}
    >
      <div className={styles.list} role="list" aria-label={label} onKeyDown={keyDown}>
        <VirtualList
          ref={rows}
          scrollRef={scroller}
         
          data={{ length: total }}
          keepMounted={[...new Set([reachable, editedAt])].filter((index) => index >= 0 && index < total)}
          onScroll={(offset) => {
            hold('place', offset > 0)
            look()
          }}
        >
          {(_, index) => {
            const row = rowAt(view, index)
            return (
              <div
                key={row?.id ?? `place ${index}`}
                role="listitem"
                aria-setsize={total}
                aria-posinset={index + 1}
                aria-label={row === undefined ? strings.memory.loading : nameOf(row)}
                data-row={index}
                tabIndex={index === reachable ? 0 : -1}
                className={styles.row}
                onFocus={() => setFocused({ id: row?.id ?? null, index })}
              >
                {row === undefined ? <Skeleton label={strings.memory.loading} lines={2} /> : children(row, { index, reachable: index === reachable })}
              </div>
            )
          }}
        </VirtualList>
      </div>
    </div>
  )
}
