import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import type { TurnId } from '../../shared/ids.ts'
import { makeFolder, openWindow, startProcess } from './app.ts'
import { messageBox } from './chat.ts'
import { openCore } from './core-door.ts'
import { longTasks, timeSpent, watchLongTasks } from './page-cost.ts'
import { go } from './state.ts'

const TURNS = 1000
/** Of elements, texts and all; a thousand turns drawn at once would be some sixty thousand. */
const MOST_NODES = 12_000

test('a chat of a thousand turns opens at its end, scrolls, stays small, and older turns come without a jump', { timeout: 150_000 }, async (t) => {
  const shell = await startProcess(join(makeFolder(), 'data'))
  const window = await openWindow(shell.url)
  const { page } = window
  const core = await openCore(window)
  await core.call('settings.update', { practiceRate: 0, caps: { tokensPerDay: null, runsPerHour: null, liveRuns: null } })
  const { chatId } = await core.call('chat.create', {})
  await core.call('chat.rename', { chatId, title: 'A long chat' })
  const [ended, whenEnded] = [new Set<string>(), new Map<string, () => void>()]
  core.watch('chat.watch', { chatId }, (item) => {
    if (item.kind !== 'changed' || item.row.status !== 'completed') return
    ended.add(item.row.turnId)
    whenEnded.get(item.row.turnId)?.()
  })
  let parentTurnId: TurnId | null = null
  const began = performance.now()
  for (let turn = 1; turn <= TURNS; turn += 1) {
    const words = turn % 10 === 0 ? 'write 80 words' : `say this is turn ${turn}`
    const { turnId }: { turnId: TurnId } = await core.call('turn.start', { chatId, parentTurnId, message: [{ origin: 'typed', text: words, vouched: true }] })
    if (!ended.has(turnId)) await new Promise<void>((resolve) => { whenEnded.set(turnId, resolve) })
    parentTurnId = turnId
  }
  t.diagnostic(`${TURNS} turns in ${((performance.now() - began) / 1000).toFixed(1)} s`)

  await page.reload()
  await page.locator('[data-chat]').first().waitFor()
  await watchLongTasks(page)
  const opened = performance.now()
  await go(page, `#/chat/${chatId}`)
  await messageBox(page).waitFor()
  await page.getByText('say this is turn 999', { exact: true }).waitFor()
  const openedIn = performance.now() - opened
  const thread = page.getByRole('region', { name: 'Messages' })
  assert.ok(await thread.evaluate((element) => element.scrollHeight - element.clientHeight - element.scrollTop) < 30, 'it opens at its end')
  const spent = await timeSpent(page)
  t.diagnostic(`opened in ${openedIn.toFixed(0)} ms with ${(await spent()).nodes} nodes; longest task ${Math.max(0, ...await longTasks(page)).toFixed(0)} ms`)
  assert.ok(openedIn < 5000)

  // Up through all of it, a window's height at a time, one frame after another. What is in sight when older turns come
  // must stay at its place; a jump shows as a turn that moved by other than what was scrolled.
  const journey = await thread.evaluate(async (element) => {
    // What is queued in a frame runs after that frame was drawn: rows that were just measured have their place by then.
    const frame = (): Promise<void> => new Promise((resolve) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => { resolve() }
        port2.postMessage(null)
      })
    })
    const anchor = (): { readonly turn: Element; readonly top: number } | null => {
      const middle = element.getBoundingClientRect().top + element.clientHeight / 2
      const turn = [...element.querySelectorAll('article')].find((candidate) => candidate.getBoundingClientRect().bottom > middle)
      return turn === undefined ? null : { turn, top: turn.getBoundingClientRect().top }
    }
    let [frames, mostNodes, still] = [0, 0, 0]
    const jumps: string[] = []
    const started = performance.now()
    while (still < 60 && performance.now() - started < 60_000) {
      element.scrollTop -= 400
      await frame()
      const before = anchor()
      await frame()
      frames += 2
      // Between two frames without a scroll of ours nothing may move on the screen.
      const moved = before?.turn.isConnected === true ? before.turn.getBoundingClientRect().top - before.top : 0
      if (Math.abs(moved) > 2) jumps.push(`${moved.toFixed(0)} px at ${element.scrollTop.toFixed(0)} of ${element.scrollHeight}`)
      mostNodes = Math.max(mostNodes, document.getElementsByTagName('*').length)
      still = element.scrollTop <= 0 ? still + 1 : 0
    }
    return { frames, mostNodes, jumps, seconds: (performance.now() - started) / 1000, first: element.querySelector('article')?.textContent ?? '' }
  })
  const tasks = await longTasks(page)
  t.diagnostic(`${journey.frames} frames in ${journey.seconds.toFixed(1)} s, at most ${journey.mostNodes} elements, ${journey.jumps.length} jumps, longest task ${Math.max(0, ...tasks).toFixed(0)} ms`)
  assert.match(journey.first, /turn 1(?!\d)/, 'the first turn was reached')
  assert.ok(journey.mostNodes < MOST_NODES / 4, `${journey.mostNodes} elements at once`)
  assert.deepEqual(journey.jumps, [])
  assert.ok(Math.max(0, ...tasks) < 500, 'no task holds the page for long')
  assert.deepEqual(window.complaints, [])
})
