import type { KeyboardEvent } from 'react'
import { isComposing } from '../../ui/enter-key.ts'

/** Where a key leads in the queue; null when it is somebody else's: a text field's, a menu's, or of an area that scrolls. */
export function queueStep(event: KeyboardEvent<HTMLElement>): -1 | 1 | null {
  const { key, target, currentTarget } = event
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.defaultPrevented || isComposing(event)) return null
  if (!(target instanceof HTMLElement) || !currentTarget.contains(target) || target.matches('textarea, input:not([type="checkbox"])')) return null
  if (key === 'j' || key === 'J') return 1
  if (key === 'k' || key === 'K') return -1
  if (target.matches('[role="group"], [aria-haspopup]')) return null
  return key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : null
}
