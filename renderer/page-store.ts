import { toWireError, type WireError } from '../shared/errors.ts'

export interface StoredPage<Row> { readonly rows: readonly Row[]; readonly total: number; readonly revision: number }
export type ReadPage<Row> = (offset: number, limit: number) => Promise<StoredPage<Row>>

/** Rows that are read at once. */
export const PAGE_ROWS = 40
/** Pages kept on either side of what is in sight. */
const KEPT_AROUND = 5

export interface PagesView<Row> {
  /** Null: nothing has come yet. */
  readonly total: number | null
  readonly revision: number
  /** By page number; a page that isn't here hasn't been read. */
  readonly pages: ReadonlyMap<number, readonly Row[]>
  /** The list has moved since, and the person's place in it was kept. */
  readonly isWaiting: boolean
  readonly problem: WireError | null
}

export const rowAt = <Row>({ pages }: PagesView<Row>, index: number): Row | undefined => pages.get(Math.floor(index / PAGE_ROWS))?.[index % PAGE_ROWS]

/** Where a row stands among those that were read; -1 when it isn't among them. */
export function indexOf<Row extends { readonly id: number | string }>({ pages }: PagesView<Row>, id: number | string | null): number {
  for (const [page, rows] of pages) {
    const at = rows.findIndex((row) => row.id === id)
    if (at !== -1) return page * PAGE_ROWS + at
  }
  return -1
}

/** A long list of which the pages in sight are read, and read anew when the core says that something changed. */
export interface PageStore<Row> {
  readonly read: () => PagesView<Row>
  readonly subscribe: (listener: () => void) => () => void
  /** Another list, from its beginning; the old one stays in sight until the new one is there. */
  readonly show: (readPage: ReadPage<Row>) => void
  /** These rows are in sight, both counted. */
  readonly look: (first: number, last: number) => void
  /** A row as the core says it is now, where it stands. */
  readonly put: (row: Row) => void
  /** Reads what is in sight anew. With `hold`, changes that would move rows wait; those within a row don't. */
  readonly refresh: (hold: boolean) => Promise<void>
}

export function createPageStore<Row extends { readonly id: number | string }>(): PageStore<Row> {
  const listeners = new Set<() => void>()
  const loading = new Set<number>()
  let view: PagesView<Row> = { total: null, revision: -1, pages: new Map(), isWaiting: false, problem: null }
  let readPage: ReadPage<Row> | null = null
  /** The list on its way isn't the one in sight. */
  let isSwitching = false
  let sight = { first: 0, last: 0 }
  /** Answers to questions of an earlier time are dropped. */
  let time = 0
  /** A refresh that may move rows is on its way: one that comes after it may too. */
  let mayMove = false
  let newestRefresh: Promise<void> = Promise.resolve()

  const become = (next: Partial<PagesView<Row>>) => {
    view = { ...view, ...next }
    for (const listener of [...listeners]) listener()
  }
  const ask = async (pages: readonly number[]): Promise<ReadonlyMap<number, StoredPage<Row>>> => {
    const read = readPage
    if (read === null) return new Map()
    return new Map(await Promise.all(pages.map(async (page) => [page, await read(page * PAGE_ROWS, PAGE_ROWS)] as const)))
  }
  /** Ends when what is shown is up to date, also when another refresh overtook this one. */
  const refresh = (hold: boolean): Promise<void> => {
    mayMove ||= !hold
    newestRefresh = readAnew()
    return newestRefresh
  }
  const readAnew = async (): Promise<void> => {
    time += 1
    const now = time
    loading.clear()
    try {
      const fresh = await ask(pagesOf(sight))
      const answers = [...fresh.values()]
      const newest = answers.reduce<StoredPage<Row> | undefined>((best, answer) => (best === undefined || answer.revision > best.revision ? answer : best), undefined)
      if (now !== time) return await newestRefresh
      if (newest === undefined) return
      // The store changed between two answers: beside each other they could show a row twice.
      if (answers.some(({ revision }) => revision !== newest.revision)) return await refresh(true)
      const pages = new Map([...fresh].map(([page, { rows }]) => [page, rows] as const))
      const isHeld = !mayMove && !isSwitching
      mayMove = false
      if (isHeld && hasMoved(view, pages, newest.total)) return become({ isWaiting: true, problem: null })
      isSwitching = false
      become({ pages, total: newest.total, revision: newest.revision, isWaiting: false, problem: null })
    } catch (error) {
      if (now !== time) return await newestRefresh
      mayMove = false
      become({ problem: toWireError(error) })
    }
  }
  const load = async (page: number): Promise<void> => {
    const now = time
    loading.add(page)
    try {
      const read = (await ask([page])).get(page)
      if (now !== time || read === undefined) return
      loading.delete(page)
      if (read.revision !== view.revision) return await refresh(false)
      const near = [...view.pages].filter(([other]) => other >= sight.first - KEPT_AROUND && other <= sight.last + KEPT_AROUND)
      become({ pages: new Map([...near, [page, read.rows]]) })
    } catch (error) {
      if (now === time) become({ problem: toWireError(error) })
    }
  }

  return {
    read: () => view,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => { listeners.delete(listener) }
    },
    show: (next) => {
      readPage = next
      isSwitching = true
      sight = { first: 0, last: 0 }
      void refresh(false)
    },
    look: (first, last) => {
      if (view.total === null || isSwitching) return
      sight = { first: Math.floor(Math.max(0, first) / PAGE_ROWS), last: Math.floor(Math.max(0, last) / PAGE_ROWS) }
      for (const page of pagesOf(sight)) {
        if (!view.pages.has(page) && !loading.has(page) && page * PAGE_ROWS < view.total) void load(page)
      }
    },
    put: (row) => become({ pages: new Map([...view.pages].map(([page, rows]) => [page, rows.some(({ id }) => id === row.id) ? rows.map((other) => (other.id === row.id ? row : other)) : rows] as const)) }),
    refresh,
  }
}

const pagesOf = ({ first, last }: { readonly first: number; readonly last: number }): readonly number[] => Array.from({ length: last - first + 1 }, (_, index) => first + index)

/** Whether a row would stand elsewhere than where it is shown now. */
function hasMoved<Row extends { readonly id: number | string }>(shown: PagesView<Row>, fresh: ReadonlyMap<number, readonly Row[]>, total: number): boolean {
  if (shown.total === null) return false
  if (shown.total !== total) return true
  return [...fresh].some(([page, rows]) => {
    const before = shown.pages.get(page)
    return before !== undefined && rows.some((row, index) => row.id !== before[index]?.id)
  })
}
