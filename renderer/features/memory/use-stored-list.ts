import { useCallback, useLayoutEffect, useState } from 'react'
import type { ReadPage } from '../../page-store.ts'
import { usePageList, type PageList } from '../../use-page-list.ts'

export interface StoredList<Row> extends PageList<Row> {
  /** The row whose editor is open; `new`: one that isn't stored yet. */
  readonly editing: number | 'new' | null
  readonly edit: (what: number | 'new' | null) => void
}

/** A list in which one row at a time is edited, and keeps its place meanwhile. */
export function useStoredList<Row extends { readonly id: number }>(readPage: ReadPage<Row>, revision: number | undefined): StoredList<Row> {
  const list = usePageList(readPage, revision)
  const { hold } = list
  const [editing, setEditing] = useState<number | 'new' | null>(null)
  // Before the list looks whether it is behind.
  useLayoutEffect(() => hold('editor', editing !== null), [hold, editing])
  return { ...list, editing, edit: useCallback((what) => setEditing(what), []) }
}
