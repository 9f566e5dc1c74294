import type { Page } from 'playwright-core'
import type { ConnectedClient } from '../../shared/core-client.ts'
import type { Process, Window } from './app.ts'

export interface StateSetting extends Window {
  readonly core: ConnectedClient
  readonly shell: Process
  readonly data: string
  /** A folder that can be the workspace. */
  readonly workspace: string
  /** Serves `/notes`. */
  readonly host: string
}

/** One thing a person can have before them. States are reached one after another, each from where the one before was left. */
export interface State {
  readonly name: string
  /** Resolves to another window when the state isn't one of the first. */
  readonly reach: (setting: StateSetting) => Promise<Page | void>
  readonly leave?: (setting: StateSetting) => Promise<void>
}

export const pressEscape = async ({ page }: StateSetting): Promise<void> => {
  await page.keyboard.press('Escape')
  await page.locator('[role="dialog"], [role="alertdialog"], [role="menu"]').waitFor({ state: 'detached' })
}

/** Leads the window to an address within it, such as `#/settings`. */
export async function go(page: Page, hash: string): Promise<void> {
  await page.evaluate((to) => { location.hash = to }, hash)
}
