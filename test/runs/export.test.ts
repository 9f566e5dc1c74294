import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { z } from 'zod'
import { newPlace, openPlace, storeTurn } from '../store/store-place.ts'
import { exportOf, placeWithRuns, turnOf } from './chain-place.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const Verdict = z.object({ holds: z.boolean(), line: z.int().nullable(), records: z.int(), before: z.string().nullable(), chain: z.string().nullable(), sentence: z.string() })

interface Verified { readonly status: number; readonly said: string; readonly json: z.infer<typeof Verdict> | null }

/** The command as a person runs it, from the folder with the export. */
function run(folder: string, args: readonly string[]): Promise<Verified> {
  return new Promise((resolve) => {
    execFile(process.execPath, [join(ROOT, 'scripts', 'run.mjs'), 'verify', ...args], { cwd: folder, env: { PATH: process.env['PATH'] ?? '' } }, (error, stdout, stderr) => {
      const lines = stdout.trim().split('\n')
      const last = lines.at(-1) ?? ''
      resolve({ status: error === null ? 0 : Number(error.code), said: `${stdout}${stderr}`.trim(), json: last.startsWith('{') ? Verdict.parse(JSON.parse(last)) : null })
    })
  })
}

async function verify(text: string): Promise<Verified> {
  const folder = newPlace()
  writeFileSync(join(folder, 'audit.jsonl'), text)
  return run(folder, ['audit.jsonl', '--json'])
}

const linesOf = (text: string): string[] => text.trimEnd().split('\n')
const joined = (lines: readonly string[]): string => `${lines.join('\n')}\n`
const Line = z.looseObject({ position: z.int().optional(), turnId: z.string().optional(), meta: z.looseObject({ left: z.string().optional() }).nullish(), body: z.looseObject({ left: z.string().optional() }).nullish() })

describe('an export of the audit chain', () => {
  test('holds, from the very first record to the last', async () => {
    const place = placeWithRuns()
    const text = exportOf(place)
    assert.equal(linesOf(text).length, 35)
    const { status, json, said } = await verify(text)
    assert.deepEqual([status, json?.holds, json?.records, json?.before, json?.line], [0, true, 33, '', null])
    assert.equal(json?.chain, place.database.prepare('SELECT chain FROM chain_head').pluck().get())
    assert.match(said, /^The chain holds: 33 records, none changed, removed, added or moved, from the very first on\.\n/u)
  })

  test('of a range reaches from the first to the last record within it, carries the link before, and holds by itself', async () => {
    const place = placeWithRuns(['one'])
    const text = exportOf(place, { from: 4, to: 6 })
    const first = z.object({ from: z.int(), before: z.string() }).parse(JSON.parse(linesOf(text)[0] ?? ''))
    assert.deepEqual([first.from, first.before], [5, place.database.prepare('SELECT chain FROM events WHERE position = 4').pluck().get()])
    assert.deepEqual([(await verify(text)).json?.records, (await verify(text)).status], [6, 0])
    const none = await verify(exportOf(place, { from: 1000 }))
    assert.deepEqual([none.status, none.json?.records], [0, 0])
  })

  test('with a filter keeps every header and the content of the runs that fit', async () => {
    const place = placeWithRuns()
    const text = exportOf(place, { query: 'turn_two' })
    const records = linesOf(text).slice(1, -1).map((line) => Line.parse(JSON.parse(line)))
    assert.equal(records.length, 33)
    assert.deepEqual(new Set(records.filter(({ body }) => body?.left === undefined && body !== null).map(({ turnId }) => turnId)), new Set(['turn_two']))
    assert.ok(!text.includes('say one') && text.includes('say two'))
    assert.equal((await verify(text)).status, 0)
  })

  test('has nothing that was let go of, and nothing that holds a secret', async () => {
    const place = placeWithRuns()
    place.journal.eraseContent(turnOf('one'))
    const text = exportOf(place, {}, (words) => words.replaceAll('say two', '[secret]'))
    assert.ok(!text.includes('say one') && !text.includes('say two') && text.includes('say three'))
    const left = new Set(linesOf(text).slice(1, -1).map((line) => Line.parse(JSON.parse(line)).body?.left))
    assert.deepEqual(left, new Set(['not kept', 'holds a secret', undefined]))
    assert.equal((await verify(text)).status, 0)
  })

  test('holds with every sign in its texts that could end a line or be written in two ways', async () => {
    const place = openPlace()
    const signs = 'a\u2028b\u2029c\r\nd\u0085e\u0000f\ud800g "__proto__" 1e21 \\ \u00e9 \u{1f980}'
    storeTurn(place, signs, [], turnOf('signs'))
    const text = exportOf(place)
    assert.ok(text.includes('\u2028'))
    assert.deepEqual([(await verify(text)).json?.sentence, (await verify(text)).status], ['The chain holds: 1 record, none changed, removed, added or moved, from the very first on.', 0])
  })

  const change = (lines: readonly string[], at: number, from: string | RegExp, to: string): string => joined(lines.map((line, index) => (index === at ? line.replace(from, to) : line)))
  for (const [what, spoil, line, sentence] of [
    ['a verdict changed', (lines) => change(lines, 5, '"verdict":"ask"', '"verdict":"run"'), 6, /record 5 \(gate\.decided, event 5 of turn_one\) is not the one that was stored/u],
    ['a text changed', (lines) => change(lines, 1, 'say one', 'say won'), 2, /record 1 \(turn\.started, event 1 of turn_one\) has other content/u],
    ['a line removed', (lines) => joined(lines.toSpliced(8, 1)), 9, /record 8 is missing before it/u],
    ['a line doubled', (lines) => joined(lines.toSpliced(8, 0, lines[8] ?? '')), 10, /out of its order, or twice/u],
    ['two lines swapped', (lines) => joined(lines.with(8, lines[9] ?? '').with(9, lines[8] ?? '')), 9, /record 8 is missing before it/u],
    ['its end removed', (lines) => joined(lines.slice(0, -1)), 35, /the export is cut/u],
    ['its last records removed', (lines) => joined(lines.toSpliced(-4, 3)), 32, /records 31 to 33 are missing before it/u],
    ['a line cut in half', (lines) => lines.slice(0, 20).join('\n').slice(0, -30), 20, /isn't JSON, so it was cut or changed/u],
    ['a member written twice', (lines) => change(lines, 5, '"verdict":"ask"', '"verdict":"run","verdict":"ask"'), 6, /isn't written as Gatehouse writes it/u],
    ['something behind its end', (lines) => joined([...lines, lines[3] ?? '']), 36, /something behind the end/u],
    ['another link before it', (lines) => change(lines, 0, '"before":""', `"before":"${'a'.repeat(64)}"`), 1, /very first record follows nothing/u],
    ['a newer version', (lines) => change(lines, 0, '"version":1', '"version":2'), 1, /of version 2, and this command knows 1/u],
    ['nothing in it', () => '', 1, /the file is empty/u],
    ['no JSON in it', () => 'hello\n', 1, /not an audit export of Gatehouse/u],
    ['another kind of JSON in it', () => '{"messages":[]}\n', 1, /not an audit export of Gatehouse/u],
  ] as const satisfies readonly (readonly [string, (lines: readonly string[]) => string, number, RegExp])[]) {
    test(`with ${what} is refused, and the first bad line is named`, async () => {
      const { status, json } = await verify(spoil(linesOf(exportOf(placeWithRuns()))))
      assert.deepEqual([status, json?.holds, json?.line], [1, false, line])
      assert.match(json?.sentence ?? '', sentence)
    })
  }

  test('that isn’t there, is a folder, or isn’t named is said to be', async () => {
    const folder = newPlace()
    mkdirSync(join(folder, 'sub'))
    for (const [args, sentence] of [[[], /Say which export/u], [['nowhere.jsonl'], /There is no file .*nowhere\.jsonl/u], [['sub'], /is a folder/u], [['--help'], /Say which export/u]] as const) {
      const { status, said } = await run(folder, args)
      assert.equal(status, 1)
      assert.match(said, sentence)
    }
  })
})
