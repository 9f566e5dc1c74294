import type { Settings } from '../shared/settings.ts'

export type Look = Pick<Settings, 'theme' | 'fontSize' | 'reducedMotion'>

/** Read back by public/first-paint.js. */
const STORED = 'gatehouse.look'

export interface LookAttributes { readonly theme: string; readonly fontSize: string; readonly motion: string }

export const attributesOf = (look: Look): LookAttributes => ({
  theme: look.theme,
  fontSize: look.fontSize === 'medium' ? 'normal' : look.fontSize,
  motion: look.reducedMotion ? 'reduced' : 'full',
})

/** Dresses the page, and keeps a copy so that the next start doesn't flash another theme. */
export function applyLook(look: Look): void {
  const attributes = attributesOf(look)
  Object.assign(document.documentElement.dataset, attributes)
  keepForNextStart(`${attributes.theme} ${attributes.fontSize} ${attributes.motion}`)
}

/** False where the browser keeps nothing for this page; the next start then follows the system for a moment. */
function keepForNextStart(value: string): boolean {
  try {
    localStorage.setItem(STORED, value)
    return true
  } catch (error) {
    if (error instanceof DOMException) return false
    throw error
  }
}
