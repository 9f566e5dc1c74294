import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { createSchemaCheck } from '../../electron/core/mcp/check-schema.ts'
import { limitsOf } from '../../electron/core/mcp/server-limits.ts'
import { callContext, fakeServer, liveServers } from './live-servers.ts'

async function results(t: TestContext) {
  const live = liveServers(t, [fakeServer('outputs')])
  await live.reached('outputs', 'ready')
  return { tool: (name: string) => live.tool('outputs', name), run: (name: string) => live.tool('outputs', name).run({}, callContext()) }
}

test('a result that fits its output schema is a result; one that doesn’t names the first problem, its path, and what was sent', async (t) => {
  const { run } = await results(t)
  assert.equal(await run('fits'), '{"rows":[{"id":1}]}')
  await assert.rejects(run('misfits'), { code: 'tool.failed', message: 'The call ran, but its result does not fit the output schema of misfits: rows[1].id must be integer. What was sent:\ntwo rows\n\n{"rows":[{"id":1},{"id":"two"}]}' })
  await assert.rejects(run('none'), { code: 'tool.failed', message: /output schema of none: it has no structured content\. What was sent:\njust words$/ })
  await assert.rejects(run('failed'), { code: 'tool.failed', message: 'no such table' })
})

test('an output schema that can’t be compiled, or takes too long, costs nothing but the check', async (t) => {
  const { run, tool } = await results(t)
  assert.equal(await run('uncheckable'), '{"a":1}')
  assert.match(tool('uncheckable').resultProblem() ?? '', /^its output schema can’t be checked: /)
  assert.equal(tool('uncheckable').schemaProblem(), null)
  assert.equal(tool('fits').resultProblem(), null)
  assert.match(String(await run('slow_pattern')), /^\{"a":"a+!"\}$/)
})

test('a pattern that would take for ever is cut off, the call counts as not fitting, and after a few such calls none is tried again', () => {
  const { check, problem } = createSchemaCheck({ type: 'object', properties: { word: { type: 'string', pattern: '^(a+)+$' } } }, 'input schema')
  assert.equal(check({ word: 'aaaa' }), null)
  assert.deepEqual(check({ word: 'b' })?.path, 'word')
  const slow = { word: `${'a'.repeat(60)}!` }
  for (let times = 0; times < 3; times += 1) {
    const from = performance.now()
    assert.match(check(slow)?.problem ?? '', /could not be checked within 250 ms: a pattern or rule of its input schema takes too long/)
    assert.ok(performance.now() - from < 2000)
  }
  assert.match(problem() ?? '', /takes too long/)
  const from = performance.now()
  assert.match(check({ word: 'aaaa' })?.problem ?? '', /takes too long/)
  assert.ok(performance.now() - from < 50)
})

test('patterns mean what they mean in the language their makers write them in', () => {
  const { check, problem } = createSchemaCheck({ type: 'object', properties: { mail: { type: 'string', pattern: '^(?!\\.)(?!.*\\.\\.)[a-z.]+@(?<host>[a-z]+)\\.\\k<host>$' } }, patternProperties: { '^x-': { type: 'integer' } } }, 'input schema')
  assert.equal(problem(), null)
  assert.equal(check({ mail: 'a.b@here.here', 'x-1': 1 }), null)
  assert.deepEqual(check({ mail: 'a..b@here.here' })?.path, 'mail')
  assert.deepEqual(check({ 'x-1': 'one' })?.path, 'x-1')
})

test('a server’s own limits stand in for the usual ones, and a longer wait lengthens the whole', () => {
  const usual = { startMs: 120_000, quietMs: 60_000, totalMs: 600_000 }
  const limits = (startSeconds: number | null, callSeconds: number | null, totalSeconds: number | null): number[] => Object.values(limitsOf({ startSeconds, callSeconds, totalSeconds }, usual)).map((ms) => ms / 1000)
  assert.deepEqual([limits(null, null, null), limits(5, 10, 20), limits(null, 900, null), limits(null, null, 30)], [[120, 60, 600], [5, 10, 20], [120, 900, 900], [120, 30, 30]])
})
