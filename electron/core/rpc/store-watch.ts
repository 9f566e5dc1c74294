import type { StoreName, StoreRow } from '../../../shared/stored-record.ts'
import type { Stored } from '../connectors/stored.ts'
import { createRows, type Rows } from './rows.ts'

/** The one row of a store, and the revision that its pages carry. */
export interface StoreWatch { readonly rows: Rows<StoreRow>; readonly revision: () => number }

export function createStoreWatch(stored: Pick<Stored, 'onChanged'>, store: StoreName, count: () => Pick<StoreRow, 'total' | 'open'>): StoreWatch {
  let revision = 0
  const read = (): StoreRow => ({ store, ...count(), revision })
  const rows = createRows<StoreRow>({ list: () => [read()], idOf: (row) => row.store, find: read })
  stored.onChanged((changed) => {
    if (changed !== store) return
    revision += 1
    rows.touch(store)
  })
  return { rows, revision: () => revision }
}
