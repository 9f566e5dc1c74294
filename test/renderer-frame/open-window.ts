import assert from 'node:assert/strict'
import { after, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { AxeBuilder } from '@axe-core/playwright'
import { chromium, type Page } from 'playwright-core'
import { createCore } from '../../electron/core/core.ts'
import type { BrowserShellOptions } from '../../electron/browser-shell.ts'
import { findCommand } from '../../scripts/find-command.mjs'
import { startShell, type RunningShell } from '../shell/start-shell.ts'

const executablePath = findCommand('chromium', process.env)
assert.ok(executablePath !== undefined, 'chromium is not installed')
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
after(() => browser.close())

const rendererDirectory = fileURLToPath(new URL('../../out/renderer', import.meta.url))

export interface OpenWindow {
  readonly page: Page
  readonly shell: RunningShell
  /** Leads the window to an address within it, such as `#/settings`. */
  readonly go: (hash: string) => Promise<void>
}

export interface WindowOptions {
  readonly width?: number
  readonly height?: number
  readonly colorScheme?: 'light' | 'dark'
  readonly createCore?: BrowserShellOptions['createCore']
  /** What the console may say all the same. */
  readonly mayComplain?: RegExp
}

/** A real window on a real core with an empty data directory. The test fails when the page's console complains. */
export async function openWindow(context: TestContext, options: WindowOptions = {}): Promise<OpenWindow> {
  const { width = 1280, height = 800, colorScheme = 'light', mayComplain } = options
  const surroundings = await browser.newContext({ viewport: { width, height }, colorScheme })
  const page = await surroundings.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    const isComplaint = message.type() === 'error' || message.type() === 'warning'
    // A browser that doesn't know a feature says so for each one it is told to deny.
    if (isComplaint && !message.text().includes('Permissions-Policy') && mayComplain?.test(message.text()) !== true) complaints.push(message.text())
  })
  context.after(async () => {
    await surroundings.close()
    assert.deepEqual(complaints, [])
  })
  // After the window's own ending: one that outlives its shell would complain of the lost connection.
  const shell = await startShell(context, { createCore: options.createCore ?? ((host) => createCore(host)), rendererDirectory })
  await page.goto(shell.url)
  await page.locator('h1').first().waitFor()
  const go = async (hash: string) => {
    await page.evaluate((to) => { location.hash = to }, hash)
    await page.locator('h1').first().waitFor()
  }
  return { page, shell, go }
}

/** Every rule that axe has. */
export async function findBarriers(page: Page): Promise<readonly string[]> {
  // Colours on their way in would be measured half-way.
  await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined))))
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations.map((violation) => `${violation.id}: ${violation.nodes.map((node) => node.html.slice(0, 120)).join(' | ')}`)
}

/** What an input method sends when Enter or Escape only ends its own work: the flag, or nothing but the old code. */
export async function pressWhileComposing(page: Page, key: 'Enter' | 'Escape'): Promise<void> {
  await page.evaluate((pressed) => {
    const signs: KeyboardEventInit[] = [{ isComposing: true }, { keyCode: 229 }]
    document.activeElement?.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }))
    for (const sign of signs) {
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: pressed, code: pressed, bubbles: true, cancelable: true, ...sign }))
    }
    document.activeElement?.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true }))
  }, key)
}
