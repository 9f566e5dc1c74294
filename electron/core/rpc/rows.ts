/** Where a projection's rows are read from. */
export interface RowSource<Row> {
  readonly list: () => readonly Row[]
  readonly idOf: (row: Row) => string
  /** Null: there is no such row (any more). */
  readonly find: (id: string) => Row | null
  /** A touched row that is what a window has is not sent again. */
  readonly onlyChanges?: true
}

export type RowItem<Row> =
  | { readonly kind: 'snapshot'; readonly version: number; readonly rows: Row[] }
  | { readonly kind: 'changed'; readonly version: number; readonly row: Row }
  | { readonly kind: 'removed'; readonly version: number; readonly id: string }

/** One projection for any number of windows (D12): a snapshot, then each row as it changes. */
export interface Rows<Row> {
  readonly watch: (emit: (item: RowItem<Row>) => void) => () => void
  /** The row may have changed, come or gone; several touches of one row within a tick are one item. */
  readonly touch: (id: string) => void
  /** Nothing is read or sent any more. */
  readonly end: () => void
  readonly watched: boolean
}

/** A list that is another one is sent whole: a window draws itself anew with each item. */
const MANY = 50

interface Watcher<Row> { version: number; readonly emit: (item: RowItem<Row>) => void; /** What it has, as JSON by id; null unless only changes are sent. */ sent: Map<string, string> | null }

export function createRows<Row>(source: RowSource<Row>): Rows<Row> {
  const watchers = new Map<symbol, Watcher<Row>>()
  const { onlyChanges = false } = source
  const touched = new Set<string>()
  const textsOf = (rows: readonly Row[]): Watcher<Row>['sent'] => (onlyChanges ? new Map(rows.map((row) => [source.idOf(row), JSON.stringify(row)])) : null)
  const flush = (): void => {
    const ids = [...touched]
    touched.clear()
    if (watchers.size === 0) return
    const found = ids.map((id) => {
      const row = source.find(id)
      return { id, row, text: onlyChanges && row !== null ? JSON.stringify(row) : undefined }
    })
    for (const watcher of watchers.values()) {
      const { sent } = watcher
      const changed = sent === null ? found : found.filter(({ id, text }) => sent.get(id) !== text)
      if (sent !== null && changed.length > MANY) {
        const rows = [...source.list()]
        watcher.sent = textsOf(rows)
        watcher.version += 1
        watcher.emit({ kind: 'snapshot', version: watcher.version, rows })
        continue
      }
      for (const { id, row, text } of changed) {
        if (text === undefined) sent?.delete(id)
        else sent?.set(id, text)
        watcher.version += 1
        watcher.emit(row === null ? { kind: 'removed', version: watcher.version, id } : { kind: 'changed', version: watcher.version, row })
      }
    }
  }
  return {
    watch: (emit) => {
      const key = Symbol('watcher')
      const rows = [...source.list()]
      // First, so that what the snapshot itself sets off is heard of.
      watchers.set(key, { version: 1, emit, sent: textsOf(rows) })
      emit({ kind: 'snapshot', version: 1, rows })
      return () => { watchers.delete(key) }
    },
    touch: (id) => {
      if (watchers.size === 0) return
      if (touched.size === 0) setImmediate(flush)
      touched.add(id)
    },
    end: () => {
      touched.clear()
      watchers.clear()
    },
    get watched() { return watchers.size > 0 },
  }
}
