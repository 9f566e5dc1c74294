import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { findViolations, shoot, type Look } from './app.ts'

export type FullLook = Required<Look>

const SIZES = [{ width: 1280, height: 800 }, { width: 900, height: 700 }] as const
/** Every theme in every size. */
export const EVERY_LOOK: readonly FullLook[] = (['light', 'dark'] as const).flatMap((theme) => SIZES.map((size) => ({ theme, ...size })))
/** Each theme and each size once. */
export const QUICK_LOOKS: readonly FullLook[] = [{ theme: 'light', ...SIZES[0] }, { theme: 'dark', ...SIZES[1] }]

/** Shows the page as it is in each look; afterwards it is wide again. `onLook` has what axe found. */
export async function showLooks(page: Page, name: string, looks: readonly FullLook[], onLook: (look: FullLook, where: string, violations: readonly string[]) => void): Promise<void> {
  for (const look of looks) {
    await page.emulateMedia({ colorScheme: look.theme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width: look.width, height: look.height })
    const where = `${name}-${look.theme}-${look.width}`
    await shoot(page, where)
    onLook(look, where, await findViolations(page))
  }
  await page.setViewportSize(SIZES[0])
}

/** Looks at the page in each theme and each size, and finds no barrier. Every theme in every size is for the full look. */
export const assertNoBarrier = (page: Page, name: string): Promise<void> =>
  showLooks(page, name, QUICK_LOOKS, (_look, where, violations) => { assert.deepEqual(violations, [], where) })
