import type { Page } from 'playwright-core'

/* What a person does who has a keyboard and nothing else. */

export const pressButton = (page: Page, name: string | RegExp): Promise<void> => page.getByRole('button', { name }).press('Enter')

export const tick = (page: Page, name: string | RegExp): Promise<void> => page.getByRole('checkbox', { name }).press('Space')

/** Chooses in a select by the names of field and option. Resolves when its list is gone. */
export async function chooseOption(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: field }).press('Enter')
  await page.getByRole('option', { name: option, exact: true }).press('Enter')
  await page.getByRole('listbox').waitFor({ state: 'detached' })
}
