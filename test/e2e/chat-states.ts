import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { answer, approvalCard, compose, isAnswerable, isIdle, isTaken, messageBox, say, sayAndWait, see, toolCard, turnWith } from './chat.ts'
import { pressEscape, type State, type StateSetting } from './state.ts'

const fresh = async ({ page }: StateSetting): Promise<void> => {
  await page.keyboard.press('Alt+n')
  await page.getByText('What should get done?').waitFor()
}
const openMore = async ({ page }: StateSetting, entry?: RegExp): Promise<void> => {
  await approvalCard(page).getByRole('button', { name: 'More…' }).click()
  if (entry === undefined) await page.getByRole('menu').waitFor()
  else await page.getByRole('menuitem', { name: entry }).click()
}
const reject = async ({ page }: StateSetting): Promise<void> => {
  await answer(page, 'reject')
  await isIdle(page)
}
const stop = async ({ page }: StateSetting): Promise<void> => {
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await isIdle(page)
}
/** Says it, and waits for the question. */
const ask = (words: string) => async ({ page }: StateSetting): Promise<void> => {
  await sayAndWait(page, words)
  await isAnswerable(page)
}
const open = async ({ page }: StateSetting, title: string): Promise<void> => {
  await toolCard(page, title).last().getByRole('button', { name: new RegExp(title) }).first().click()
}
const runCommand = (line: string): State => ({
  name: `the reply to ${line}`,
  reach: async ({ page }) => {
    await compose(page, `${line} `)
    await page.keyboard.press('Enter')
    await page.getByRole('group', { name: line }).last().waitFor()
    await isTaken(page)
  },
  leave: async ({ page }) => { await page.getByRole('button', { name: 'Remove this card' }).last().click() },
})

const calm: readonly State[] = [
  { name: 'first run', reach: async ({ page }) => { await page.getByRole('button', { name: 'Start with the practice model' }).waitFor() } },
  { name: 'empty chat', reach: async ({ page, core, workspace, host }) => {
    writeFileSync(join(workspace, 'notes.md'), 'The report is due on Friday.\nIt is long.\nAnn reads it.\n')
    await core.call('settings.update', { practiceRate: 0, workspace, privateHosts: [host] })
    await page.getByRole('button', { name: 'Start with the practice model' }).click()
    await page.mouse.move(640, 5)
    await page.getByText('What should get done?').waitFor()
  } },
  { name: 'a read', reach: async ({ page }) => { await sayAndWait(page, 'list tasks') } },
  { name: 'a read opened', reach: (setting) => open(setting, 'List tasks') },
  { name: 'a write', reach: async ({ page }) => { await sayAndWait(page, 'add a task to send the report') } },
  { name: 'a write opened', reach: (setting) => open(setting, 'Create a task') },
  { name: 'why a call ran', reach: async ({ page }) => {
    await toolCard(page, 'Create a task').last().getByRole('button', { name: /Why/ }).click()
    await page.getByRole('dialog').waitFor()
  }, leave: pressEscape },
  { name: 'what a turn cost', reach: async ({ page }) => {
    await turnWith(page, 'add a task to send the report').getByRole('button', { name: /tokens$/ }).click()
    await page.getByRole('dialog').waitFor()
  }, leave: pressEscape },
  { name: 'a question before a destructive call', reach: ask('delete task 1') },
  { name: 'the exact bytes of a question', reach: async ({ page }) => {
    await approvalCard(page).getByRole('button', { name: 'Show the exact bytes' }).click()
    await approvalCard(page).getByRole('button', { name: 'Back to the view' }).waitFor()
  } },
  { name: 'more answers', reach: (setting) => openMore(setting), leave: pressEscape },
  { name: 'rejecting with a reason', reach: (setting) => openMore(setting, /Reject with a reason/), leave: pressEscape },
  { name: 'editing the arguments', reach: (setting) => openMore(setting, /Edit the arguments/), leave: pressEscape },
  { name: 'edited arguments that are no JSON', reach: async (setting) => {
    await openMore(setting, /Edit the arguments/)
    await setting.page.getByRole('textbox', { name: 'Arguments, as a JSON object' }).fill('{"id": ')
    await setting.page.getByRole('button', { name: 'Ask again with these' }).click()
    await setting.page.getByRole('alert').filter({ hasText: 'JSON' }).waitFor()
  }, leave: pressEscape },
  { name: 'a destructive call that ran', reach: async (setting) => {
    await answer(setting.page, 'approve')
    await see(setting.page, /is deleted/)
    await open(setting, 'Delete a task')
  } },
  { name: 'markdown', reach: async ({ page }) => { await sayAndWait(page, 'show markdown') } },
  { name: 'where a link leads', reach: async ({ page }) => { await page.getByRole('link', { name: 'link' }).last().click() }, leave: pressEscape },
  { name: 'where an image leads', reach: async ({ page }) => { await page.getByRole('button', { name: /Image, not loaded/ }).last().click() }, leave: pressEscape },
  { name: 'help as phrases to click', reach: async ({ page }) => { await sayAndWait(page, 'help') } },
]

const tainted: readonly State[] = [
  { name: 'a page that was read', reach: async (setting) => {
    await fresh(setting)
    await sayAndWait(setting.page, `fetch http://${setting.host}/notes`)
    await open(setting, 'Fetch a page')
  } },
  { name: 'what tainted the chat', reach: async ({ page }) => { await page.getByRole('button', { name: /^tainted/ }).click() }, leave: pressEscape },
  { name: 'a question that shows facts', reach: ask('add a task to tell everybody'), leave: reject },
  { name: 'a question that shows a file', reach: ask('write plan.md: water them twice a week'), leave: reject },
  { name: 'a long file with folded parts', reach: ask(`write long.md: ${'All of this is to be read before it is written. '.repeat(120)}`), leave: reject },
  { name: 'a question that shows a change', reach: ask('replace in notes.md: Friday -> Monday'), leave: reject },
  { name: 'several calls behind a question', reach: ask('call create_task {"title":"one"}, create_task {"title":"two"} and create_task {"title":"three"}'), leave: stop },
]

const endings: readonly State[] = [
  { name: 'a limit reached', reach: async (setting) => { await fresh(setting); await sayAndWait(setting.page, 'loop for ever') } },
  { name: 'a failed turn', reach: async ({ page }) => { await sayAndWait(page, 'fail') } },
  { name: 'a declined turn', reach: async ({ page }) => { await sayAndWait(page, 'refuse') } },
  { name: 'an answer that broke off', reach: async ({ page }) => { await sayAndWait(page, 'break off') } },
  { name: 'a call of an unknown tool', reach: async ({ page }) => { await sayAndWait(page, 'call an unknown tool') } },
  { name: 'arguments that are no JSON', reach: async ({ page }) => { await sayAndWait(page, 'call with broken arguments') } },
  { name: 'an answer on its way', reach: async ({ page, core }) => {
    await core.call('settings.update', { practiceRate: 20 })
    await say(page, 'write 20000 words')
    await see(page, /Who decides/)
  } },
  { name: 'a stopped turn', reach: async ({ page, core }) => {
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    await turnWith(page, 'write 20000 words').getByText('Stopped.', { exact: true }).waitFor()
    await core.call('settings.update', { practiceRate: 0 })
  } },
  { name: 'two versions of a message', reach: async (setting) => {
    const { page } = setting
    await fresh(setting)
    await sayAndWait(page, 'say the first version')
    await turnWith(page, 'the first version').hover()
    await page.getByRole('button', { name: 'Send again', exact: true }).click()
    await page.getByRole('group', { name: 'Version 2 of 2' }).waitFor()
    await isIdle(page)
  } },
  { name: 'a message being edited', reach: async ({ page }) => { await page.getByRole('button', { name: 'Edit and send again' }).click() }, leave: async ({ page }) => { await page.getByRole('button', { name: 'Cancel' }).click(); await page.mouse.move(640, 5) } },
  { name: 'the list of commands', reach: async ({ page }) => { await compose(page, '/'); await page.getByRole('listbox').waitFor() }, leave: async ({ page }) => { await messageBox(page).fill('') } },
  { name: 'a command that is not there', reach: async ({ page }) => { await compose(page, '/nonsense'); await page.keyboard.press('Enter'); await page.getByRole('alert').filter({ hasText: '/nonsense' }).waitFor() }, leave: async ({ page }) => { await messageBox(page).fill('') } },
  ...['/help', '/status', '/tools', '/why', '/budget', '/branch'].map(runCommand),
  { name: 'the tools on offer', reach: async ({ page }) => { await page.getByRole('button', { name: /^\d+ of \d+$/ }).click(); await page.getByRole('dialog').getByText('Create a task').waitFor() }, leave: pressEscape },
]

export const chatStates: readonly State[] = [...calm, ...tainted, ...endings]
