import type { Locator, Page } from 'playwright-core'

/** The message box of the chat that is shown. */
export const messageBox = (page: Page): Locator => page.getByRole('textbox', { name: /message/i })

/** Types like a person, so that hosts in it count as typed, and sends with Enter once the answer before has ended. */
export async function say(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Stop' }).waitFor({ state: 'hidden' })
  await messageBox(page).click()
  await messageBox(page).pressSequentially(text)
  await page.keyboard.press('Enter')
}

export const approvalCard = (page: Page): Locator => page.getByRole('region', { name: /^Question: / })

/** Resolves once the words are on the page. */
export const see = (page: Page, words: string | RegExp): Promise<void> => page.getByText(words).last().waitFor({ state: 'visible' })
