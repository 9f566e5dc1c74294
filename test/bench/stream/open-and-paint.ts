import type { Page } from 'playwright-core'
import type { ChatId } from '../../../shared/ids.ts'
import { messageBox } from '../../e2e/chat.ts'

/**
 * Milliseconds from the press on a chat in the list until its last message is on the screen, in a window that was just
 * loaded: by the page's own clock, to the end of the frame that drew it.
 */
export async function openAndPaint(page: Page, chatId: ChatId, words: string): Promise<number> {
  await page.evaluate(() => { location.hash = '#/inbox' })
  await page.reload()
  const entry = page.locator(`[data-chat="${chatId}"]`)
  await entry.waitFor()
  await page.waitForLoadState('networkidle')
  const painted = page.evaluate((last) => new Promise<number>((resolve) => {
    addEventListener('pointerdown', ({ timeStamp }) => {
      const look = (): void => {
        const shown = [...document.querySelectorAll('article')].at(-1)
        const place = shown?.getBoundingClientRect()
        const isInSight = shown?.textContent?.includes(last) === true && place !== undefined && place.top < innerHeight && place.bottom > 0
        if (!isInSight) {
          requestAnimationFrame(look)
          return
        }
        // What is queued in a frame runs after that frame was drawn.
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => { resolve(performance.now() - timeStamp) }
        port2.postMessage(null)
      }
      requestAnimationFrame(look)
    }, { capture: true, once: true })
  }), words)
  await entry.click()
  const ms = await painted
  await messageBox(page).waitFor()
  return ms
}
