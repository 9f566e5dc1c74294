import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { test, type TestContext } from 'node:test'
import { createWatchdog } from '../../electron/core/mcp/watchdog.ts'

/* A shell whose binary doesn't run files has the system's own shell keep watch. Its input ends as it does when the app is killed. */

/** Leads a group of its own; with `stubborn` it ignores what politely asks it to end. */
async function startServer(context: TestContext, stubborn: boolean): Promise<{ readonly child: ChildProcess; readonly pid: number; readonly ended: Promise<unknown> }> {
  const program = `${stubborn ? "process.on('SIGTERM', () => undefined);" : ''} setInterval(() => undefined, 1000); process.stdout.write('up')`
  const child = spawn(process.execPath, ['-e', program], { detached: true, stdio: ['ignore', 'pipe', 'ignore'] })
  context.after(() => child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  assert.ok(child.pid !== undefined)
  return { child, pid: child.pid, ended: once(child, 'exit') }
}

test('what was still running when the app went is ended, politely and then not', async (context) => {
  const watchdog = createWatchdog(false)
  const polite = await startServer(context, false)
  const stubborn = await startServer(context, true)
  watchdog.watch(polite.pid)
  watchdog.watch(stubborn.pid)
  await watchdog.close()
  assert.deepEqual(await polite.ended, [null, 'SIGTERM'])
  assert.deepEqual(await stubborn.ended, [null, 'SIGKILL'])
})

test('what had ended in order is left alone, and nothing is waited for', async (context) => {
  const watchdog = createWatchdog(false)
  const first = await startServer(context, false)
  const second = await startServer(context, false)
  watchdog.watch(first.pid)
  watchdog.watch(second.pid)
  watchdog.forget(first.pid)
  watchdog.forget(second.pid)
  await watchdog.close()
  assert.deepEqual([first.child.exitCode, first.child.signalCode, second.child.signalCode], [null, null, null])
})
