import type { Locator, Page } from 'playwright-core'

/** The message box of the chat that is shown. */
export const messageBox = (page: Page): Locator => page.getByRole('textbox', { name: 'Message', exact: true })

export const approvalCard = (page: Page): Locator => page.locator('[data-question]')
export const toolCard = (within: Page | Locator, title: string): Locator => within.locator(`[aria-label="Call: ${title}"]`)

/** The newest turn whose message or answer holds these words. */
export const turnWith = (page: Page, words: string): Locator => page.locator('article').filter({ hasText: words }).last()

/** Resolves once the words are on the page. */
export const see = (page: Page, words: string | RegExp): Promise<void> => page.getByText(words).last().waitFor({ state: 'visible' })

/** Resolves once it has the focus. */
export const isFocused = (locator: Locator): Promise<void> => locator.and(locator.page().locator(':focus')).waitFor()

/** Resolves when no turn works or waits in the chat that is shown. */
export const isIdle = (page: Page): Promise<void> => page.getByRole('button', { name: 'Stop', exact: true }).waitFor({ state: 'detached' })

/** Puts words at the cursor of the message box as typing does, so that hosts in them count as typed. */
export async function compose(page: Page, text: string): Promise<void> {
  await messageBox(page).focus()
  await page.keyboard.insertText(text)
}

/** Where nothing can be pressed, and nothing is held in place for the pointer's sake. */
export const parkPointer = (page: Page): Promise<void> => page.mouse.move(640, 5)

/** Sends with Enter once nothing runs. Resolves when the core took it. */
export async function say(page: Page, text: string): Promise<void> {
  await isIdle(page)
  await parkPointer(page)
  await compose(page, text)
  await page.locator('button[aria-label="Send"]:not([disabled])').waitFor()
  await page.keyboard.press('Enter')
  await isTaken(page)
}

/** Resolves when what was sent has left the message box and the core has answered. */
export async function isTaken(page: Page): Promise<void> {
  const box = await messageBox(page).elementHandle()
  await page.waitForFunction((field) => field instanceof HTMLTextAreaElement && field.value === '' && document.querySelector('button[aria-label="Send"][aria-busy]') === null, box)
}

/** The palette, ready to be typed into: what is typed before its field has the focus goes elsewhere. */
export async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  await isFocused(page.getByRole('dialog').getByRole('combobox'))
}

/** Runs a command of the palette by its words, once it is the one that Enter means. */
export async function runInPalette(page: Page, words: string, name: string | RegExp = words): Promise<void> {
  await openPalette(page)
  await page.keyboard.insertText(words)
  await page.getByRole('option', { name }).and(page.locator('[data-highlighted]')).first().waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Search and commands' }).waitFor({ state: 'detached' })
}

/** Sends, and waits until the turn has ended or asks. The words must not have been said in this chat before. */
export async function sayAndWait(page: Page, text: string): Promise<void> {
  await say(page, text)
  // A long message is shown folded.
  const turn = turnWith(page, text.slice(0, 80).split('\n')[0] ?? '')
  await turn.getByRole('button', { name: /tokens$/ }).or(turn.locator('[data-question]')).first().waitFor()
}

/** Resolves when the open question takes answers: not in the moment in which it appears. */
export const isAnswerable = (page: Page): Promise<void> => approvalCard(page).locator('button[data-reject]:not([aria-disabled])').waitFor()

/** As a person does: what lies out of sight is brought into it, because a card takes no answer that nobody can have seen. */
export async function answer(page: Page, kind: 'approve' | 'reject'): Promise<void> {
  await approvalCard(page).locator(`button[data-${kind}]`).scrollIntoViewIfNeeded()
  await approvalCard(page).locator(`button[data-${kind}]:not([aria-disabled])`).click()
}
