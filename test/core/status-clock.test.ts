import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemClock } from '../../electron/system-clock.ts'
import { startScripted } from './scripted-core.ts'

test('the figures of caps follow the clock by themselves when a run leaves the hour', async () => {
  let shift = 0
  const timers = new Set<{ readonly at: number; readonly then: () => void }>()
  const clock = { now: () => systemClock.now() + shift, at: (at: number, then: () => void) => {
    const timer = { at, then }
    timers.add(timer)
    return () => { timers.delete(timer) }
  } }
  const core = await startScripted([{ text: 'hi' }], { clock })
  await core.ended(await core.say(await core.newChat(), 'go'))
  const runs = (item: Parameters<Parameters<typeof core.until<'status.watch'>>[2]>[0]) => (item.kind === 'snapshot' ? item.rows[0] : item.kind === 'changed' ? item.row : undefined)?.gauges.find(({ cap }) => cap === 'runs-per-hour')?.used
  const emptied = core.until('status.watch', {}, (item) => runs(item) === 0)
  shift = 3_600_001
  for (const timer of [...timers]) if (timer.at <= clock.now()) timer.then()
  assert.equal(runs(await emptied), 0)
  await core.close()
  assert.equal(timers.size, 0, 'nothing is left to wait for')
})
