const PAGE = 8

/** Where a key leads from a row; null when the key doesn't move or there is nowhere to go. */
export function nextIndex(from: number, total: number, key: string): number | null {
  const to = target(from, total, key)
  const within = to === null ? null : Math.max(0, Math.min(to, total - 1))
  return within === null || within === from || total === 0 ? null : within
}

function target(from: number, total: number, key: string): number | null {
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
export function focusOnceDrawn(box: HTMLElement | null, index: number, frames = FRAMES_WAITED): void {
  const row = box?.querySelector<HTMLElement>(`[data-row="${index}"]`) ?? null
  row?.focus({ preventScroll: true })
  if (frames > 0 && (row === null || document.activeElement !== row)) requestAnimationFrame(() => focusOnceDrawn(box, index, frames - 1))
}
