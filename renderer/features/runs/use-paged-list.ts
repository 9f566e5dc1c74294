import { useCallback, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { createPageStore, type PageStore, type PagesView, type ReadPage } from '../../page-store.ts'

export interface PagedList<Row> {
  readonly pages: PageStore<Row>
  readonly view: PagesView<Row>
  /** A reason to keep rows in their place: the pointer is on them, they have the focus, or the reader is further down. */
  readonly hold: (reason: HoldReason, isThere: boolean) => void
}
export type HoldReason = 'pointer' | 'focus' | 'place'

/** Follows the core, but no row moves under the pointer, the focus, or away from a reader. */
export function usePagedList<Row extends { readonly id: number | string }>(readPage: ReadPage<Row>, revision: number | undefined): PagedList<Row> {
  const [pages] = useState(() => createPageStore<Row>())
  const view = useSyncExternalStore(pages.subscribe, pages.read)
  const reasons = useRef(new Set<HoldReason>())
  useEffect(() => pages.show(readPage), [pages, readPage])
  const catchUp = useEffectEvent(() => {
    if (view.total !== null && revision !== undefined && revision !== view.revision && !view.isWaiting) void pages.refresh(reasons.current.size > 0)
  })
  useEffect(() => catchUp(), [revision, view.revision])
  const hold = useCallback((reason: HoldReason, isThere: boolean) => {
    if (isThere === reasons.current.has(reason)) return
    if (isThere) reasons.current.add(reason)
    else reasons.current.delete(reason)
    if (pages.read().isWaiting && reasons.current.size === 0) void pages.refresh(false)
  }, [pages])
  return { pages, view, hold }
}
