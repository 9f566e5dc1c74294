/** Where a projection's rows are read from. */
export interface RowSource<Row> {
  readonly list: () => readonly Row[]
  readonly idOf: (row: Row) => string
  /** Null: there is no such row (any more). */
  readonly find: (id: string) => Row | null
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

export function createRows<Row>(source: RowSource<Row>): Rows<Row> {
  const watchers = new Map<symbol, { version: number; readonly emit: (item: RowItem<Row>) => void }>()
  const touched = new Set<string>()
  const flush = (): void => {
    const ids = [...touched]
    touched.clear()
    if (watchers.size === 0) return
    for (const id of ids) {
      const row = source.find(id)
      for (const watcher of watchers.values()) {
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
      watchers.set(key, { version: 1, emit })
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
