import { useEffect, useEffectEvent } from 'react'
import { shortcutOf, type ShortcutId, type Surroundings } from '../shortcuts.ts'
import { isComposing } from '../ui/enter-key.ts'

export type ShortcutActions = Readonly<Record<ShortcutId, () => void>>

const TEXT_INPUTS = new Set(['text', 'search', 'url', 'email', 'password', 'tel', 'number'])

function isTextField(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return TEXT_INPUTS.has(target.type)
  return target instanceof HTMLTextAreaElement || (target instanceof HTMLElement && target.isContentEditable)
}

/** While a dialog is open only the palette's own key works: pages must not change behind what the person is looking at. */
const dialogIsOpen = (): boolean => document.querySelector('[role="dialog"], [role="alertdialog"]') !== null

/** Listens to the whole window. Keys that somebody used before it arrived here are theirs. */
export function useShortcuts(surroundings: Surroundings, actions: ShortcutActions): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented) return
    const id = shortcutOf({
      key: event.key,
      code: event.code,
      ctrlKey: event.ctrlKey,
      metaKey: event.metaKey,
      altKey: event.altKey,
      shiftKey: event.shiftKey,
      repeat: event.repeat,
      composing: isComposing(event),
      altGraph: event.getModifierState('AltGraph'),
      inTextField: isTextField(event.target),
    }, surroundings)
    if (id === null || (id !== 'palette' && dialogIsOpen())) return
    event.preventDefault()
    actions[id]()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
}
