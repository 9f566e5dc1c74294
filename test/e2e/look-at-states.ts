import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { findViolations, makeFolder, openWindow, shoot, startProcess } from './app.ts'
import { parkPointer } from './chat.ts'
import { openCore } from './core-door.ts'
import { servePages } from './page-server.ts'
import type { State, StateSetting } from './state.ts'

const LOOKS = (['light', 'dark'] as const).flatMap((theme) => ([[1280, 800], [900, 700]] as const).map(([width, height]) => ({ theme, width, height })))

/** Brings one window into each state in turn, and has axe look at it in every theme and size. */
export async function lookAtStates(t: TestContext, states: readonly State[]): Promise<void> {
  const folder = makeFolder()
  const workspace = join(folder, 'workspace')
  mkdirSync(workspace)
  const pages = await servePages({ '/notes': '<title>Release notes</title><h1>Release notes</h1><p>Version 3 is out.</p>' })
  const shell = await startProcess(join(folder, 'data'))
  const window = await openWindow(shell.url)
  const setting: StateSetting = { ...window, core: await openCore(window), shell, workspace, host: pages.host }
  const found: string[] = []
  let looked = 0

  assert.equal(new Set(states.map(({ name }) => name)).size, states.length, 'no name stands for two states')
  for (const [index, { name, reach, leave }] of states.entries()) {
    const page = await reach(setting).catch((error: unknown) => { throw new Error(`the state “${name}” could not be reached`, { cause: error }) }) ?? window.page
    await parkPointer(page)
    for (const { theme, width, height } of LOOKS) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
      await page.setViewportSize({ width, height })
      const where = `${String(index + 1).padStart(2, '0')}-${name.replaceAll(/[^a-z0-9]+/gi, '-')}-${theme}-${width}`
      await shoot(page, where)
      for (const violation of await findViolations(page)) found.push(`${where}: ${violation}`)
      looked += 1
    }
    await page.setViewportSize({ width: 1280, height: 800 })
    await leave?.(setting)
  }
  t.diagnostic(`${looked} views: ${states.length} states, each in ${LOOKS.length} looks`)
  assert.deepEqual(found, [])
  assert.deepEqual(window.complaints, [])
}
