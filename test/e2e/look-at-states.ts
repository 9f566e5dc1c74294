import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { makeFolder, openWindow, startProcess } from './app.ts'
import { parkPointer } from './chat.ts'
import { openCore } from './core-door.ts'
import type { StateGroup } from './every-state.ts'
import { QUICK_LOOKS, showLooks, type FullLook } from './looks.ts'
import { servePages } from './page-server.ts'
import type { StateSetting } from './state.ts'

/** One state in one look, as it was found. */
export interface View { readonly state: string; readonly look: FullLook; /** Such as `03-a-read-dark-900`. */ readonly name: string; readonly violations: readonly string[] }

export interface LookedAt { readonly views: readonly View[]; /** What the console of the window complained of. */ readonly complaints: readonly string[] }

/** Brings one window into each state of a group in turn, and has axe look at it in the given looks. @throws Error when a state can't be reached */
export async function lookAtStates({ name: group, states }: StateGroup, looks: readonly FullLook[], onView: (view: View) => void = () => undefined): Promise<LookedAt> {
  assert.equal(new Set(states.map(({ name }) => name)).size, states.length, 'no name stands for two states')
  const folder = makeFolder()
  const workspace = join(folder, 'workspace')
  mkdirSync(workspace)
  const pages = await servePages({ '/notes': '<title>Release notes</title><h1>Release notes</h1><p>Version 3 is out.</p>' })
  const data = join(folder, 'data')
  const shell = await startProcess(data)
  const window = await openWindow(shell.url)
  const setting: StateSetting = { ...window, core: await openCore(window), shell, data, workspace, host: pages.host }
  const views: View[] = []

  for (const [index, { name, reach, leave }] of states.entries()) {
    const page = await reach(setting).catch((error: unknown) => { throw new Error(`the state “${name}” could not be reached`, { cause: error }) }) ?? window.page
    await parkPointer(page)
    await showLooks(page, `${group}-${String(index + 1).padStart(2, '0')}-${name.replaceAll(/[^a-z0-9]+/gi, '-')}`, looks, (look, where, violations) => {
      const view = { state: name, look, name: where, violations }
      views.push(view)
      onView(view)
    })
    await leave?.(setting)
  }
  return { views, complaints: window.complaints }
}

/** The look that the tests take at every state; every theme in every size is for the full one. */
export async function assertWithoutBarrier(t: TestContext, group: StateGroup): Promise<void> {
  const { views, complaints } = await lookAtStates(group, QUICK_LOOKS)
  t.diagnostic(`${views.length} views: ${group.states.length} states, each in ${QUICK_LOOKS.length} looks`)
  assert.deepEqual(views.flatMap(({ name, violations }) => violations.map((violation) => `${name}: ${violation}`)), [])
  assert.deepEqual(complaints, [])
}
