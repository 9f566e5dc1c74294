import { useCallback, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { createPageStore, type PageStore, type PagesView, type ReadPage } from './page-store.ts'

/** Why rows keep their place: the pointer is on them, one has the focus, the reader is further down, or an editor is open. */
export type HoldReason = 'pointer' | 'focus' | 'place' | 'editor'

export interface PageList<Row> {
  readonly pages: PageStore<Row>
  readonly view: PagesView<Row>
  /** Says whether a reason to keep rows in their place is there. */
  readonly hold: (reason: HoldReason, isThere: boolean) => void
  readonly isHeldBy: (reason: HoldReason) => boolean
}

interface PageListOptions {
  /** While a change waits, nothing is read: for lists that change many times a second. */
  readonly restsWhileWaiting?: boolean
}

/** What the list shows follows the core, but no row moves while there is a reason to keep rows in their place. */
export function usePageList<Row extends { readonly id: number | string }>(readPage: ReadPage<Row>, revision: number | undefined, { restsWhileWaiting = false }: PageListOptions = {}): PageList<Row> {
  const [pages] = useState(() => createPageStore<Row>())
  const view = useSyncExternalStore(pages.subscribe, pages.read)
  const reasons = useRef(new Set<HoldReason>())
  useEffect(() => pages.show(readPage), [pages, readPage])
  const catchUp = useEffectEvent(() => {
    const isBehind = view.total !== null && revision !== undefined && revision !== view.revision
    if (isBehind && !(restsWhileWaiting && view.isWaiting)) void pages.refresh(reasons.current.size > 0)
  })
  useEffect(() => catchUp(), [revision, view.revision])
  const hold = useCallback((reason: HoldReason, isThere: boolean) => {
    if (isThere === reasons.current.has(reason)) return
    if (isThere) reasons.current.add(reason)
    else reasons.current.delete(reason)
    if (pages.read().isWaiting && reasons.current.size === 0) void pages.refresh(false)
  }, [pages])
  return { pages, view, hold, isHeldBy: useCallback((reason) => reasons.current.has(reason), []) }
}
