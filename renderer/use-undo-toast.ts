import { useCallback } from 'react'
import { usePerform } from './perform.ts'
import { useToasts } from './ui/toast.tsx'

export interface Undoable {
  /** Until when, by the core's clock, in milliseconds since 1970. */
  readonly undoUntil: number
  readonly title: string
  /** Says for how long. */
  readonly detail: (seconds: number) => string
  readonly undo: string
  readonly onUndo: () => Promise<unknown>
}

/** Bounds what a clock that differs from the core's would make of it. */
const LONGEST_MS = 10_000

/** Says that something was deleted, for as long as it can be brought back. */
export function useUndoToast(): (undoable: Undoable) => void {
  const perform = usePerform()
  const toasts = useToasts()
  return useCallback(({ undoUntil, title, detail, undo, onUndo }) => {
    const left = Math.min(LONGEST_MS, Math.max(1_000, undoUntil - Date.now()))
    toasts.show({ title, description: detail(Math.round(left / 1_000)), timeoutMs: left, action: { label: undo, onPress: () => void perform(onUndo) } })
  }, [perform, toasts])
}
