import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '../../shared/errors.ts'
import { callContext, fakeServer, liveServers } from './live-servers.ts'

const messageOf = (call: Promise<unknown>): Promise<string> => call.then((value) => `ok: ${String(value)}`, (error: unknown) => (error instanceof AppError ? `${error.code}: ${error.message}` : String(error)))

test('results of every shape reach the model as something, errors as errors', async (t) => {
  const live = liveServers(t, [fakeServer('results')])
  await live.reached('results', 'ready')
  const run = (name: string): Promise<string> => messageOf(live.tool('results', name).run({}, callContext()))
  assert.equal(await run('structured_only'), 'ok: {"lat":51,"lon":12.9}')
  assert.equal(await run('failed_with_why'), 'tool.failed: failed\n\n{"field":"args","why":"unknown key"}')
  assert.equal(await run('failed_silently'), 'tool.failed: The tool failed and did not say why.')
  assert.equal(await run('two_stories'), 'ok: 5 rows\n\n{"rows":500}')
  assert.equal(await run('odd_parts'), 'ok: [a part of an unknown type ("hologram"); left out]\n\n[a part that is not an object; left out]')
})

test('a result in pieces is put together, and one of several megabytes arrives whole', async (t) => {
  const live = liveServers(t, [fakeServer('plain')])
  await live.reached('plain', 'ready')
  assert.equal(await live.tool('plain', 'half').run({}, callContext()), 'in ✂ pieces')
  assert.equal(String(await live.tool('plain', 'big').run({}, callContext())).length, 4 * 1024 * 1024)
})

test('an error of the protocol becomes a failure of the call, in the server’s words', async (t) => {
  const live = liveServers(t, [fakeServer('plain')])
  await live.reached('plain', 'ready')
  assert.match(await messageOf(live.tool('plain', 'refuse').run({}, callContext())), /^tool\.failed: Fake plain answered with an error: .*the argument “q” is missing/)
})

test('a stop reaches the server, leaves it open what became of the call, and a late answer hurts nobody', async (t) => {
  const live = liveServers(t, [fakeServer('plain')])
  await live.reached('plain', 'ready')
  const stop = new AbortController()
  const late = live.tool('plain', 'late').run({}, callContext({ signal: stop.signal }))
  assert.match(String(await live.tool('plain', 'seen').run({}, callContext())), /call late/)
  const reason = new Error('the person pressed stop')
  stop.abort(reason)
  await assert.rejects(late, { code: 'tool.outcome-unknown', message: /was told to stop/ })
  assert.match(String(await live.tool('plain', 'seen').run({}, callContext())), /notifications\/cancelled/)
  assert.equal(live.connector('plain').status().state, 'ready')
  await assert.rejects(live.tool('plain', 'echo').run({}, callContext({ signal: stop.signal })), reason)
})

test('a silent call is given up on as of unknown outcome; progress keeps it going up to an overall limit', async (t) => {
  const quick = liveServers(t, [fakeServer('plain')], { times: { quietMs: 500, totalMs: 8000 } })
  await quick.reached('plain', 'ready')
  assert.match(await messageOf(quick.tool('plain', 'wait').run({}, callContext())), /^tool\.outcome-unknown: Fake plain did not answer for 500 ms\./)
  assert.match(await messageOf(quick.tool('plain', 'stall').run({}, callContext())), /^tool\.outcome-unknown: Fake plain did not answer for 500 ms\./)
  const steps: string[] = []
  assert.equal(await quick.tool('plain', 'progress').run({}, callContext({ emitStatus: (text) => { steps.push(text) } })), 'done')
  assert.deepEqual(steps, [1, 2, 3, 4, 5].map((step) => `${step * 20} % · step ${step}`))
  const short = liveServers(t, [fakeServer('plain')], { times: { quietMs: 500, totalMs: 600 } })
  await short.reached('plain', 'ready')
  assert.match(await messageOf(short.tool('plain', 'progress').run({}, callContext())), /^tool\.outcome-unknown: Fake plain took longer than 600 ms\./)
})

test('a server that asks for a model, for folders or for answers is declined', async (t) => {
  const live = liveServers(t, [fakeServer('plain')])
  await live.reached('plain', 'ready')
  const answers = JSON.parse(String(await live.tool('plain', 'ask_client').run({}, callContext())))
  assert.equal(answers.length, 3)
  for (const answer of answers) assert.match(answer, /"code":-32601/)
})

test('a call of a server that is switched off sends nothing', async (t) => {
  const live = liveServers(t, [fakeServer('plain')])
  await live.reached('plain', 'ready')
  const echo = live.tool('plain', 'echo')
  live.supervisor.configure([fakeServer('plain', { on: false })])
  await live.reached('plain', 'off')
  assert.match(await messageOf(echo.run({}, callContext())), /^connector\.not-ready: .*nothing was sent/)
})
