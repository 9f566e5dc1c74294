import type { Page } from 'playwright-core'

/**
 * What an input method sends to the focused field when Enter or Escape only ends its own work: composition events around
 * the text, and the key with either of its two signs, the flag or nothing but the old code.
 */
export async function pressWhileComposing(page: Page, key: 'Enter' | 'Escape', sign: 'flag' | 'code'): Promise<void> {
  await page.evaluate(({ pressed, byFlag }) => {
    const field = document.activeElement
    if (field === null) throw new Error('nothing has the focus')
    field.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }))
    field.dispatchEvent(new CompositionEvent('compositionupdate', { bubbles: true, data: 'にほんご' }))
    // Some engines end the composition before the key that ended it, and mark that key only by its code.
    if (!byFlag) field.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true, data: 'にほんご' }))
    field.dispatchEvent(new KeyboardEvent('keydown', { key: pressed, code: pressed, bubbles: true, cancelable: true, ...(byFlag ? { isComposing: true } : { keyCode: 229 }) }))
    field.dispatchEvent(new KeyboardEvent('keyup', { key: pressed, code: pressed, bubbles: true, cancelable: true }))
    if (byFlag) field.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true, data: 'にほんご' }))
  }, { pressed: key, byFlag: sign === 'flag' })
}
