import { useCallback, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { createPageStore, type PageStore, type PagesView, type ReadPage } from '../../page-store.ts'

export interface StoredList<Row> {
  readonly pages: PageStore<Row>
  readonly view: PagesView<Row>
  /** The row whose editor is open; `new`: one that isn't stored yet. */
  readonly editing: number | 'new' | null
  readonly edit: (what: number | 'new' | null) => void
  /** Says whether a reason to keep rows in their place is there: the pointer on them, or a place further down. */
  readonly hold: (reason: 'pointer' | 'place', isThere: boolean) => void
  readonly isUnderPointer: () => boolean
}

/** What the list shows follows the core, but no row moves under the pointer, away from a reader, or while one is edited. */
export function useStoredList<Row extends { readonly id: number }>(readPage: ReadPage<Row>, revision: number | undefined): StoredList<Row> {
  const [pages] = useState(() => createPageStore<Row>())
  const view = useSyncExternalStore(pages.subscribe, pages.read)
  const [editing, setEditing] = useState<number | 'new' | null>(null)
  const reasons = useRef(new Set<'pointer' | 'place'>())

  useEffect(() => pages.show(readPage), [pages, readPage])
  const isBehind = view.total !== null && revision !== undefined && revision !== view.revision
  const catchUp = useEffectEvent(() => {
    if (isBehind) void pages.refresh(editing !== null || reasons.current.size > 0)
  })
  useEffect(() => catchUp(), [revision, view.revision])

  const letGo = useEffectEvent(() => {
    if (pages.read().isWaiting && editing === null && reasons.current.size === 0) void pages.refresh(false)
  })
  useEffect(() => letGo(), [editing])
  const hold = useCallback((reason: 'pointer' | 'place', isThere: boolean) => {
    if (isThere === reasons.current.has(reason)) return
    if (isThere) reasons.current.add(reason)
    else reasons.current.delete(reason)
    if (pages.read().isWaiting && reasons.current.size === 0) void pages.refresh(false)
  }, [pages])
  return { pages, view, editing, edit: setEditing, hold, isUnderPointer: useCallback(() => reasons.current.has('pointer'), []) }
}
