import type { ReactNode, Ref } from 'react'
import { indexOf, rowAt } from '../../page-store.ts'
import { PagedRows, type PagedRowsHandle } from '../../parts/paged-rows.tsx'
import { strings } from '../../strings/en.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { StoredList as List } from './use-stored-list.ts'
import styles from './memory.module.css'

interface StoredListProps<Row> {
  list: List<Row>
  label: string
  nameOf: (row: Row) => string
  onDelete: (row: Row, index: number) => void
  /** `reachable`: its controls are stops for Tab. */
  children: (row: Row, place: { readonly index: number; readonly reachable: boolean }) => ReactNode
  ref: Ref<PagedRowsHandle>
}

/** Rows that are edited where they stand: Enter or F2 edits, Delete deletes. */
export function StoredList<Row extends { readonly id: number }>({ list, label, nameOf, onDelete, children, ref }: StoredListProps<Row>) {
  const { view, editing, edit } = list
  const press = (key: string, index: number): boolean => {
    const row = rowAt(view, index)
    if (row === undefined) return false
    if (key === 'Enter' || key === 'F2') edit(row.id)
    else if (key === 'Delete') onDelete(row, index)
    else return false
    return true
  }
  return (
    <PagedRows ref={ref} list={list} label={label} className={styles.list} keptIndex={typeof editing === 'number' ? indexOf(view, editing) : -1} onKey={press}>
      {({ row, index, total, reachable, onFocus }) => (
        <div
          key={row?.id ?? `place ${index}`}
          role="listitem"
          aria-setsize={total}
          aria-posinset={index + 1}
          aria-label={row === undefined ? strings.memory.loading : nameOf(row)}
          data-row={index}
          tabIndex={reachable ? 0 : -1}
          className={styles.row}
          onFocus={onFocus}
        >
          {row === undefined ? <Skeleton label={strings.memory.loading} lines={2} /> : children(row, { index, reachable })}
        </div>
      )}
    </PagedRows>
  )
}
