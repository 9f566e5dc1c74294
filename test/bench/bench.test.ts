import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { z } from 'zod'
import { takeShots } from '../../scripts/e2e-full.mjs'
import { root } from '../architecture/source-tree.ts'
import { parseBenchArguments } from './bench-arguments.ts'
import { drawBounds, drawTable, median, missedBounds, quantile } from './figures.ts'
import { fence, inTenths, prose } from './stream/long-answers.ts'
import { shuffle } from './gate/shuffle.ts'

const run = promisify(execFile)

/** Its last line; a missed bound makes it fail, which a machine that does other work meanwhile may bring about. */
async function lastLine(file: string, args: readonly string[]): Promise<unknown> {
  const { stdout } = await run(process.execPath, [join(import.meta.dirname, file), ...args, '--json']).catch((error: unknown) => z.object({ code: z.literal(1), stdout: z.string() }).parse(error))
  return JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '')
}

test('a bench takes its own options and refuses all others', () => {
  const parse = (...args: readonly string[]) => parseBenchArguments(args, { turns: 20 }, ['no-peers'])
  assert.deepEqual(parse(), { json: false, counts: { turns: 20 }, flags: new Set() })
  assert.deepEqual(parse('--json', '--turns', '3', '--no-peers'), { json: true, counts: { turns: 3 }, flags: new Set(['no-peers']) })
  for (const wrong of [['--turn', '3'], ['--turns', '0'], ['--turns', 'x'], ['--turns', '2.5'], ['turns']]) assert.throws(() => parse(...wrong), TypeError, wrong.join(' '))
})

test('figures are values that were measured, and what could not be measured misses its bound', () => {
  const values = [5, 1, 4, 2, 3, 6, 8, 7, 10, 9]
  assert.deepEqual([median(values), quantile(values, 0.95), quantile(values, 1)], [5, 10, 10])
  assert.throws(() => median([]))
  const bounds = [{ name: 'a', value: 1, atMost: 1, unit: 'ms' }, { name: 'b', value: 1.1, atMost: 1, unit: 'ms' }, { name: 'c', value: null, atMost: 1, unit: 'ms' }]
  assert.deepEqual(missedBounds(bounds).map(({ name }) => name), ['b', 'c'])
  assert.match(drawBounds(bounds), /^a .*kept\nb .*MISSED\nc +not measured .*MISSED$/m)
  assert.equal(drawTable(['x', 'y'], [['long', '1']]), 'x     y\nlong  1')
})

test('what is streamed is as long as it should be, in ten equal parts, and a shuffle loses nothing', () => {
  for (const text of [prose(20_000), fence(20_000)]) {
    assert.ok(Math.abs(text.length - 20_000) < 10, String(text.length))
    const tenths = inTenths(text)
    assert.equal(tenths.flat().join(''), text)
    assert.ok(new Set(tenths.slice(0, 9).map(({ length }) => length)).size === 1)
  }
  const values = Array.from({ length: 100 }, (_, index) => index)
  assert.notDeepEqual(shuffle(values, 1), values)
  assert.notDeepEqual(shuffle(values, 1), shuffle(values, 2))
  assert.deepEqual(shuffle(values, 1).toSorted((one, other) => one - other), values)
})

test('the turn bench prints one object with all its figures, and null for peers that it was told to leave out', async () => {
  const figures = await lastLine('turn.ts', ['--turns', '2', '--calls', '2', '--no-peers'])
  const Figures = z.strictObject({
    bench: z.literal('turn'), unit: z.literal('ms/step'), bare: z.number().positive(), gatehouse: z.number().positive(), vercel_ai: z.null(), langgraph_sqlite: z.null(),
    overhead_p50: z.number(), overhead_p95: z.number(), ratio_to_bare: z.number().positive(), commits_per_step: z.number().min(1).max(10), fsyncs_per_step: z.number().nullable(),
  })
  assert.deepEqual(Figures.parse(figures), figures)
})

test('the gate bench judges every tool in several orders and prints one object', async () => {
  const Figures = z.strictObject({ bench: z.literal('gate'), tools: z.literal(300), decide_p99_us: z.number().positive(), select_1000_ms: z.number().positive(), checksum: z.string().regex(/^[0-9a-f]{16}$/) })
  const [one, other] = [Figures.parse(await lastLine('gate.ts', ['--tools', '300', '--questions', '5'])), Figures.parse(await lastLine('gate.ts', ['--tools', '300', '--questions', '5']))]
  assert.equal(one.checksum, other.checksum)
})

test('the journal bench fills, opens, searches and starts small stores, and prints one object', async () => {
  const Figures = z.strictObject({
    bench: z.literal('journal'), append_us: z.strictObject({ '1e3': z.number().positive(), '1e4': z.number().positive(), '1e5': z.number().positive() }),
    open_10k_core_p95_ms: z.number().positive(), recover_10k_ms: z.number().positive(), search_100k_worst_ms: z.number().positive(),
  })
  const figures = await lastLine('journal.ts', ['--events', '100', '--runs', '200', '--messages', '100', '--appended', '1', '--openings', '2', '--starts', '1', '--searches', '1', '--measured', '2'])
  assert.deepEqual(Figures.parse(figures), figures)
})

test('the start bench starts the shell with servers and without, and prints one object', async () => {
  const Figures = z.strictObject({ bench: z.literal('start'), unit: z.literal('ms'), node: z.number().positive(), ready: z.strictObject({ 0: z.number().positive(), 10: z.number().positive(), 30: z.number().positive() }) })
  const figures = await lastLine('start.ts', ['--rounds', '2', '--connectors', '1'])
  assert.deepEqual(Figures.parse(figures), figures)
})

test('the full look takes a folder for its pictures', () => {
  assert.deepEqual(takeShots(['--json']), { shots: undefined, rest: ['--json'] })
  assert.deepEqual(takeShots(['--shots', 'pictures', '--json']), { shots: 'pictures', rest: ['--json'] })
  assert.throws(() => takeShots(['--shots', '--json']), /takes the folder/)
})

test('peers are pinned, their lock names no address, and libraries that Gatehouse has too are the same ones', () => {
  const Manifest = z.object({ dependencies: z.record(z.string(), z.string()) })
  const peers = Manifest.parse(JSON.parse(readFileSync(join(import.meta.dirname, 'package.json'), 'utf8'))).dependencies
  const own = Manifest.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))).dependencies
  assert.ok(Object.values(peers).every((version) => /^\d/.test(version)))
  const shared = Object.keys(peers).filter((name) => name in own)
  assert.deepEqual(shared.toSorted(), ['@anthropic-ai/sdk', '@modelcontextprotocol/client', 'zod'])
  for (const name of shared) assert.equal(peers[name], own[name], name)
  assert.doesNotMatch(readFileSync(join(import.meta.dirname, 'package-lock.json'), 'utf8'), /"resolved"/)
})
