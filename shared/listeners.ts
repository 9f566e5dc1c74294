/** @returns the way to stop listening */
export function subscribe<L>(listeners: Set<L>, listener: L): () => void {
  listeners.add(listener)
  return () => { listeners.delete(listener) }
}
