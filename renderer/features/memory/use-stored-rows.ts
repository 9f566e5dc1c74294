import { useCallback, useState } from 'react'
import type { CoreClient } from '../../../shared/contract.ts'
import type { StoreName, StoreRow } from '../../../shared/stored-record.ts'
import { useCore } from '../../core.tsx'
import type { StoredPage } from '../../page-store.ts'
import { usePending } from '../../use-pending.ts'
import { useSettled } from '../../use-settled.ts'
import { useStoredActions } from './use-stored-actions.ts'
import { useStoredList } from './use-stored-list.ts'

export interface Asked<Show> { readonly query: string; readonly show: Show; readonly offset: number; readonly limit: number }

interface StoredRowsOptions<Row, Show> {
  readonly name: StoreName
  /** Null: not known yet. */
  readonly store: StoreRow | null
  /** Which of them are listed at first. */
  readonly showFirst: Show
  /** The same function each time: another one is another list. */
  readonly read: (core: CoreClient, asked: Asked<Show>) => Promise<StoredPage<Row>>
  readonly textOf: (row: Row) => string
}

/** The rows of one store, as they are searched and filtered, and what a person does with one of them. */
export function useStoredRows<Row extends { readonly id: number }, Show>({ name, store, showFirst, read, textOf }: StoredRowsOptions<Row, Show>) {
  const core = useCore()
  const pending = usePending()
  const { remove } = useStoredActions()
  const [query, setQuery] = useState('')
  const [show, setShow] = useState<Show>(showFirst)
  const asked = useSettled(query.trim())
  const list = useStoredList<Row>(useCallback((offset, limit) => read(core, { query: asked, show, offset, limit }), [core, read, asked, show]), store?.revision)
  const { pages } = list
  return {
    core, pending, pages, show, setShow,
    /** For the panel that lists them. */
    panel: {
      name, store, list, query, asked,
      onQuery: setQuery,
      onDelete: (row: Row) => remove({ store: name, id: row.id, text: textOf(row), onDone: () => pages.refresh(false) }),
    },
    isAdding: pending.has('add'),
    isSaving: ({ id }: Row) => pending.has(`save ${id}`),
    save: ({ id }: Row, update: () => Promise<unknown>, onDone: () => void) => pending.run(`save ${id}`, async () => {
      await update()
      await pages.refresh(false)
      onDone()
    }),
    /** `seenIn`: what is listed from then on, when what is listed now would hide it. */
    add: (create: () => Promise<unknown>, onAdded: () => void, seenIn?: Show) => pending.run('add', async () => {
      await create()
      if (seenIn !== undefined) setShow(seenIn)
      onAdded()
    }),
  }
}
