const PAGE = 8

/** Where a key leads from a row; null when the key doesn't move or there is nowhere to go. */
export function nextIndex(from: number, total: number, key: string): number | null {
  const to = targetIndex(from, total, key)
  return to === from || total === 0 ? null : to
}

/** The same, but at either end a key leads to where it is pressed. */
export function targetIndex(from: number, total: number, key: string): number | null {
  const to = unboundIndex(from, total, key)
  return to === null ? null : Math.max(0, Math.min(to, total - 1))
}

function unboundIndex(from: number, total: number, key: string): number | null {
  switch (key) {
    case 'ArrowDown': return from + 1
    case 'ArrowUp': return from - 1
    case 'PageDown': return from + PAGE
    case 'PageUp': return from - PAGE
    case 'Home': return 0
    case 'End': return total - 1
    default: return null
  }
}

const FRAMES_WAITED = 30

/** A row that comes from far away is laid out hidden first, and what is hidden can't take the focus. */
export function focusOnceDrawn(find: () => HTMLElement | null, options: FocusOptions = {}, frames = FRAMES_WAITED): void {
  const row = find()
  row?.focus(options)
  if (frames > 0 && (row === null || document.activeElement !== row)) requestAnimationFrame(() => focusOnceDrawn(find, options, frames - 1))
}

/** For the list that scrolled to the row itself. */
export const focusRowOnceDrawn = (box: HTMLElement | null, index: number): void =>
  focusOnceDrawn(() => box?.querySelector<HTMLElement>(`[data-row="${index}"]`) ?? null, { preventScroll: true })
