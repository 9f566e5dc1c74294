import { useRef, type KeyboardEvent, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import type { StoreName, StoreRow } from '../../../shared/stored-record.ts'
import { ListProblem } from '../../parts/list-problem.tsx'
import type { PagedRowsHandle } from '../../parts/paged-rows.tsx'
import { strings } from '../../strings/en.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { isSearchKey } from '../../ui/search-field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StoredBar } from './stored-bar.tsx'
import { StoredList } from './stored-list.tsx'
import type { StoredList as List } from './use-stored-list.ts'
import page from '../../ui/list-page.module.css'
import styles from './memory.module.css'

export interface RowPlace<Row> {
  readonly reachable: boolean
  readonly isEdited: boolean
  readonly onEdit: () => void
  readonly onDelete: () => void
  /** The editor of this row ends; the row gets the focus. */
  readonly onDone: () => void
  /** The core changed it to this, which may take it out of the list; under the pointer it stays until the pointer goes. */
  readonly onChanged: (row: Row) => void
}

interface AdderEnds { readonly onAdded: () => void; readonly onCancel: () => void }

interface StoredPanelProps<Row> {
  name: StoreName
  /** Null: not known yet. */
  store: StoreRow | null
  /** Where the page's buttons go. */
  header: HTMLElement | null
  list: List<Row>
  query: string
  onQuery: (query: string) => void
  /** Searched for in what is shown; runs a moment behind `query`. */
  asked: string
  filter?: ReactNode
  nameOf: (row: Row) => string
  /** True when it was deleted. */
  onDelete: (row: Row) => Promise<boolean>
  /** The editor of a new one; `onAdded` is called once it is stored. */
  adder: (ends: AdderEnds) => ReactNode
  /** Instead of the list, when there is nothing and nothing was searched for. */
  empty: (onAdd: () => void) => ReactNode
  children: (row: Row, place: RowPlace<Row>) => ReactNode
}

/** Bar, editor of a new one, list: the same for memories and tasks. */
export function StoredPanel<Row extends { readonly id: number }>({ name, store, header, list, query, onQuery, asked, filter, nameOf, onDelete, adder, empty, children }: StoredPanelProps<Row>) {
  const { view, pages, editing, edit } = list
  const rows = useRef<PagedRowsHandle>(null)
  const search = useRef<HTMLInputElement>(null)
  const add = useRef<HTMLButtonElement>(null)
  const words = strings.memory

  /** At once, so that no key falls between two rows; where the list is only now on its way to be drawn, once it is. */
  const focusRow = (index: number) => {
    if (rows.current === null) requestAnimationFrame(() => rows.current?.focusRow(index))
    else rows.current.focusRow(index)
  }
  const keyDown = (event: KeyboardEvent) => {
    if (!isSearchKey(event)) return
    event.preventDefault()
    search.current?.focus()
  }
  const remove = (row: Row, index: number) => {
    void onDelete(row).then((done) => {
      if (!done) return
      if (pages.read().total === 0) add.current?.focus()
      else focusRow(index)
    })
  }
  const changed = (row: Row, index: number) => {
    pages.put(row)
    void pages.refresh(list.isHeldBy('pointer')).then(() => {
      // Whether the row with the focus is gone shows only once the new list is drawn.
      flushSync(() => undefined)
      if (document.activeElement === document.body && pages.read().total !== 0) focusRow(index)
    })
  }
  const added = () => {
    edit(null)
    onQuery('')
    rows.current?.toTop()
    void pages.refresh(false).then(() => focusRow(0))
  }
  const cancel = () => {
    edit(null)
    add.current?.focus()
  }
  const startAdding = () => edit('new')
  return (
    <div className={classes(page.panel, styles.panel)} onKeyDown={keyDown}>
      <StoredBar store={name} header={header} query={query} onQuery={onQuery} onAdd={startAdding} isEmpty={store !== null && store.total === 0} searchRef={search} addRef={add}>{filter}</StoredBar>
      {editing === 'new' ? <div className={styles.adder}><Adder draw={adder} onAdded={added} onCancel={cancel} /></div> : null}
      <ListProblem list={list} words={words} className={styles.notice} />
      <div className={styles.status} role="status">
        {asked === '' || view.total === null || view.total === 0 ? null : <span>{words.found(view.total)}</span>}
        {view.isWaiting ? (
          <span className={styles.waiting}>
            {words.waiting} <Button size="small" onClick={() => void pages.refresh(false)}>{words.showChanges}</Button>
          </span>
        ) : null}
      </div>
      {view.total === null ? (view.problem === null ? <div className={styles.notice}><Skeleton label={words.loading} lines={6} /></div> : null)
        : view.total === 0 ? (
          asked !== '' ? (
            <div className={classes(page.nothing, styles.nothing)} role="status">
              <p>{words.none(asked)}</p>
              <p>{words.noneHint}</p>
              <Button size="small" onClick={() => { onQuery(''); search.current?.focus() }}>{words.clearSearch}</Button>
            </div>
          ) : editing === 'new' ? null : empty(startAdding)
        ) : (
          <StoredList ref={rows} list={list} label={words[name].list} nameOf={nameOf} onDelete={remove}>
            {(row, { index, reachable }) => children(row, {
              reachable,
              isEdited: editing === row.id,
              onEdit: () => edit(row.id),
              onDelete: () => remove(row, index),
              onDone: () => { edit(null); focusRow(index) },
              onChanged: (next) => changed(next, index),
            })}
          </StoredList>
        )}
    </div>
  )
}

function Adder({ draw, ...ends }: AdderEnds & { draw: (ends: AdderEnds) => ReactNode }) {
  return draw(ends)
}
