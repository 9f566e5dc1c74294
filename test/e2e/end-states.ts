import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder, openWindow, startProcess } from './app.ts'
import { see } from './chat.ts'
import { go, type State } from './state.ts'

/** What a window shows when there is no core behind it, or none that may be used. The first one ends the shell of all others. */
export const endStates: readonly State[] = [
  { name: 'a window that is not let in', reach: async ({ shell }) => {
    const { page } = await openWindow(`${new URL(shell.url).origin}/`)
    await page.getByRole('heading', { name: 'This window isn’t let in' }).waitFor()
    return page
  } },
  { name: 'a lost connection', reach: async ({ page, shell }) => {
    await go(page, '#/connectors')
    await see(page, /A connector brings tools/)
    await shell.kill()
    await see(page, /The connection to Gatehouse is gone/)
  } },
  { name: 'a store that is damaged', reach: async () => {
    const data = makeFolder()
    writeFileSync(join(data, 'gatehouse.db'), 'This is no database. '.repeat(1000))
    const shell = await startProcess(data)
    const { page } = await openWindow(shell.url)
    await page.getByRole('heading', { name: 'Gatehouse can’t open what it stored' }).waitFor()
    return page
  } },
]
