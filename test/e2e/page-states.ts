import { see } from './chat.ts'
import { go, pressEscape, type State } from './state.ts'

const SECTIONS = ['appearance', 'models', 'keys', 'workspace', 'web', 'gate', 'practice', 'standing', 'operator', 'data', 'about'] as const

/** A chat whose turn asks about a task. */
const askElsewhere = async (state: Parameters<State['reach']>[0], title: string): Promise<void> => {
  const { core } = state
  const { chatId } = await core.call('chat.create', {})
  await core.call('chat.rename', { chatId, title })
  await core.call('turn.start', { chatId, parentTurnId: null, message: [{ origin: 'typed', text: `add a task to ${title} then delete task 1`, vouched: true }] })
}
const questions = (count: number) => async ({ page }: Parameters<State['reach']>[0]): Promise<void> => {
  await page.waitForFunction((wanted) => document.querySelectorAll('[data-question]').length === wanted, count)
}

const inbox: readonly State[] = [
  { name: 'an empty inbox', reach: async ({ page, core }) => {
    await core.call('settings.update', { practiceRate: 0 })
    const { chatId } = await core.call('chat.create', {})
    await core.call('turn.start', { chatId, parentTurnId: null, message: [{ origin: 'typed', text: 'remember that the report is due on Friday', vouched: true }] })
    await go(page, '#/inbox')
    await see(page, 'Nothing waits for you')
  } },
  { name: 'one question in the inbox', reach: async (setting) => { await askElsewhere(setting, 'call Ann'); await questions(1)(setting) } },
  { name: 'several questions in the inbox', reach: async (setting) => {
    await askElsewhere(setting, 'call Ben')
    await askElsewhere(setting, 'call Cem')
    await questions(3)(setting)
  } },
]

const connectors: readonly State[] = [
  { name: 'the connectors', reach: async ({ page }) => { await go(page, '#/connectors'); await see(page, /A connector brings tools/) } },
  { name: 'the sheet of a connector', reach: async ({ page }) => { await go(page, '#/connectors/tasks'); await page.getByRole('switch').nth(3).waitFor() } },
  { name: 'a sheet that is searched in vain', reach: async ({ page }) => { await page.getByRole('searchbox', { name: 'Search these tools' }).fill('zzz'); await see(page, 'No tool matches.') } },
  { name: 'the sheet of the web', reach: async ({ page }) => { await go(page, '#/connectors/web'); await see(page, 'can send data out') } },
  { name: 'a connector that needs a workspace', reach: async ({ page, core }) => {
    await core.call('settings.update', { workspace: null })
    await go(page, '#/connectors/files')
    await page.getByRole('button', { name: 'Choose a workspace' }).waitFor()
  } },
  { name: 'a connector that is not there', reach: async ({ page }) => { await go(page, '#/connectors/nowhere'); await see(page, 'No such connector') } },
]

const roles: readonly State[] = [
  { name: 'the roles', reach: async ({ page }) => { await go(page, '#/roles'); await see(page, /^Every run has a role/) } },
  { name: 'what a role is given', reach: async ({ page }) => { await go(page, '#/roles/goal-agent'); await see(page, /described to the model/) } },
  { name: 'a role that is not there', reach: async ({ page }) => { await go(page, '#/roles/coworker%3Agone'); await see(page, 'No such role') } },
]

const settings: readonly State[] = [
  ...SECTIONS.map((section): State => ({ name: `settings, ${section}`, reach: async ({ page }) => { await go(page, `#/settings/${section}`); await page.waitForFunction(() => document.activeElement instanceof HTMLHeadingElement) } })),
  { name: 'a folder that is refused', reach: async ({ page }) => {
    await page.getByLabel('Folder', { exact: true }).fill('/nowhere/at/all')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').waitFor()
  }, leave: async ({ page }) => { await page.getByRole('button', { name: 'Cancel' }).click() } },
  { name: 'the guard about to be turned off', reach: async ({ page }) => {
    await page.getByRole('switch', { name: /^Ask before data could leave/ }).click()
    await page.getByRole('alertdialog').waitFor()
  }, leave: pressEscape },
]

const over: readonly State[] = [
  { name: 'the palette', reach: async ({ page }) => { await go(page, '#/inbox'); await page.keyboard.press('Control+k'); await page.getByRole('option').first().waitFor() } },
  { name: 'the palette with what it found', reach: async ({ page }) => { await page.keyboard.insertText('call'); await page.getByRole('option', { name: /Ann/ }).first().waitFor() } },
  { name: 'the palette without a hit', reach: async ({ page }) => { await page.keyboard.insertText(' zzz'); await page.getByText(/^Nothing matches/).waitFor() }, leave: pressEscape },
  { name: 'the shortcuts', reach: async ({ page }) => {
    await page.evaluate(() => { if (document.activeElement instanceof HTMLElement) document.activeElement.blur() })
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  }, leave: pressEscape },
  { name: 'the menu of a chat', reach: async ({ page }) => { await page.getByRole('button', { name: 'More for call Ben' }).click(); await page.getByRole('menu').waitFor() }, leave: pressEscape },
  { name: 'a chat being renamed', reach: async ({ page }) => { await page.locator('[data-chat]', { hasText: 'call Ben' }).focus(); await page.keyboard.press('F2'); await page.getByLabel('Name of this chat').waitFor() }, leave: async ({ page }) => { await page.keyboard.press('Escape') } },
  { name: 'search results', reach: async ({ page }) => { await page.getByRole('searchbox', { name: 'Search all chats' }).fill('report'); await page.locator('[data-result] mark').first().waitFor() } },
  { name: 'a search in vain', reach: async ({ page }) => { await page.getByRole('searchbox', { name: 'Search all chats' }).fill('zzzz'); await see(page, /^No chat holds/) }, leave: async ({ page }) => { await page.getByRole('searchbox', { name: 'Search all chats' }).fill('') } },
  { name: 'a chat just deleted', reach: async ({ page }) => {
    await page.keyboard.press('Alt+n')
    await page.getByText('What should get done?').waitFor()
    await page.getByRole('button', { name: 'More for call Cem' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await see(page, 'Deleted “call Cem”.')
  } },
  { name: 'a chat that is not there', reach: async ({ page }) => { await go(page, '#/chat/chat_gone'); await see(page, 'This chat isn’t here') } },
]

export const pageStates: readonly State[] = [...inbox, ...connectors, ...roles, ...settings, ...over]
