import type { ReactNode } from 'react'
import { PagedRows } from '../../parts/paged-rows.tsx'
import { strings } from '../../strings/en.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { PageList } from '../../use-page-list.ts'
import styles from './runs.module.css'

interface RowListProps<Row> {
  list: PageList<Row>
  label: string
  onOpen: (row: Row, index: number) => void
  /** Gets the focus when the list appears. */
  startAt: number | null
  children: (row: Row) => ReactNode
}

/** Rows that open something: by a click, or by Enter on the one that has the focus. */
export function RowList<Row extends { readonly id: number | string }>({ list, label, onOpen, startAt, children }: RowListProps<Row>) {
  return (
    <PagedRows list={list} label={label} className={styles.list} startAt={startAt} holdsAtFocus>
      {({ row, index, total, reachable, onFocus }) => (
        // By place, so that the focus stays when what stands there has been read; no row moves under it.
        <div key={index} role="listitem" aria-setsize={total} aria-posinset={index + 1} className={styles.item}>
          <button
            type="button"
            className={styles.row}
            data-row={index}
            tabIndex={reachable ? 0 : -1}
            onFocus={onFocus}
            onClick={() => { if (row !== undefined) onOpen(row, index) }}
          >
            {row === undefined ? <Skeleton label={strings.runs.loading} lines={2} /> : children(row)}
          </button>
        </div>
      )}
    </PagedRows>
  )
}
