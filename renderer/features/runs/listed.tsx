import { useRef, type KeyboardEvent, type ReactNode } from 'react'
import { History } from 'lucide-react'
import { navigate } from '../../navigation.ts'
import type { ReadPage } from '../../page-store.ts'
import { ListProblem } from '../../parts/list-problem.tsx'
import { strings } from '../../strings/en.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { isSearchKey } from '../../ui/search-field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { usePageList } from '../../use-page-list.ts'
import { FilterBar } from './filter-bar.tsx'
import { isFiltered, NOTHING_CHOSEN, type ChosenFilter } from './filter-choices.ts'
import { RowList } from './row-list.tsx'
import page from '../../ui/list-page.module.css'
import styles from './runs.module.css'

const words = strings.runs

interface ListedProps<Row> {
  name: 'runs' | 'audit'
  chosen: ChosenFilter
  onChoose: (chosen: ChosenFilter) => void
  readPage: ReadPage<Row>
  revision: number | undefined
  startAt: number | null
  onOpen: (row: Row, index: number) => void
  /** Between the filters and the list. */
  above?: ReactNode
  children: (row: Row) => ReactNode
}

/** Filters and what fits them: the same for runs and for the log. */
export function Listed<Row extends { readonly id: number | string }>({ name, chosen, onChoose, readPage, revision, startAt, onOpen, above, children }: ListedProps<Row>) {
  const list = usePageList(readPage, revision, { restsWhileWaiting: true })
  const { view, pages } = list
  const search = useRef<HTMLInputElement>(null)
  const keyDown = (event: KeyboardEvent) => {
    if (!isSearchKey(event)) return
    event.preventDefault()
    search.current?.focus()
  }
  const isEmpty = view.total === 0
  return (
    <div className={page.panel} onKeyDown={keyDown}>
      <FilterBar name={name} chosen={chosen} onChange={onChoose} searchRef={search}>
        <div className={styles.status} role="status">
          {view.total === null || isEmpty ? null : <span>{words.found[name](view.total)}</span>}
          {view.isWaiting ? <span>{words.waiting} <Button size="small" onClick={() => void pages.refresh(false)}>{words.showChanges}</Button></span> : null}
        </div>
      </FilterBar>
      {above}
      <ListProblem list={list} words={words} className={styles.notice} />
      {view.total === null ? (view.problem === null ? <div className={styles.notice}><Skeleton label={words.loading} lines={8} /></div> : null)
        : isEmpty ? (isFiltered(chosen) ? (
          <div className={classes(page.nothing, styles.nothing)}>
            <p>{words.none}</p>
            <Button size="small" onClick={() => onChoose(NOTHING_CHOSEN)}>{words.clear}</Button>
          </div>
        ) : (
          <EmptyState icon={<History aria-hidden="true" />} title={words.empty[name].title} action={<Button onClick={() => navigate({ page: 'new-chat' })}>{words.empty[name].action}</Button>}>{words.empty[name].body}</EmptyState>
        )) : <RowList list={list} label={words.list[name]} onOpen={onOpen} startAt={startAt}>{children}</RowList>}
    </div>
  )
}
