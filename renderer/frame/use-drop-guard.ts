import { useEffect } from 'react'

const takesText = (target: EventTarget | null): boolean => target instanceof HTMLElement && target.closest('input, textarea, [contenteditable="true"]') !== null

/** A link or file that is dropped anywhere nobody takes it would otherwise be opened in this window's place, or in another one. */
export function useDropGuard(): void {
  useEffect(() => {
    const guard = (event: DragEvent) => {
      // Words are for the field they are dropped into; a bare address or a file it can't take. Whoever takes files does so with or without this.
      const types = event.dataTransfer?.types ?? []
      const isForField = takesText(event.target) && types.includes('text/plain') && !types.includes('Files')
      if (!isForField) event.preventDefault()
    }
    window.addEventListener('dragover', guard)
    window.addEventListener('drop', guard)
    return () => {
      window.removeEventListener('dragover', guard)
      window.removeEventListener('drop', guard)
    }
  }, [])
}
