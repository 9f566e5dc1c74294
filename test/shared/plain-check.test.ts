import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { z } from 'zod'
import { plainCheck } from '../../shared/plain-check.ts'
import { TurnEvent } from '../../shared/turn-event.ts'

const FOLDER = join(import.meta.dirname, '..', 'fixtures', 'journals', 'v1')
const EVENTS: readonly unknown[] = readdirSync(FOLDER).flatMap((file) => readFileSync(join(FOLDER, file), 'utf8').trimEnd().split('\n').map((line): unknown => JSON.parse(line)))

/** What may stand where something else belongs. */
const ODD: readonly unknown[] = [undefined, null, true, '', 'x', 'x'.repeat(500), 'turn_x', 'call_x', 'mcp-x', 'a'.repeat(64), 0, -0, -1, 1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, {}, { text: 'x' }, { text: 1 }, { text: 'x', more: 1 }, [], [null], Array.from({ length: 1 }), Object.create({ text: 'x' }), new Date(0)]

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null

/** A value with one thing changed in it, at every place, in every way. */
function* changesOf(value: unknown): Generator {
  yield* ODD
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value
    for (const [place, item] of items.entries()) {
      for (const other of changesOf(item)) yield items.toSpliced(place, 1, other)
      if (place === 0) yield [...items, item]
    }
    return
  }
  if (!isObject(value)) return
  yield { ...value, more: 1 }
  yield Object.assign(Object.create({ inherited: 1 }), value)
  for (const [key, part] of Object.entries(value)) {
    const { [key]: _gone, ...rest } = value
    yield rest
    for (const other of changesOf(part)) yield { ...value, [key]: other }
  }
}

/** @returns whether it was plain */
function agrees<S extends z.ZodType>(schema: S, check: (value: unknown) => boolean, value: unknown): boolean {
  if (!check(value)) return false
  const { success, data } = schema.safeParse(value)
  assert.ok(success, `refused: ${JSON.stringify(value)}`)
  assert.deepStrictEqual(data, value)
  return true
}

void describe('what is plain', () => {
  test('is what the schema of events takes and gives back as it is, whatever is changed in an event of any kind', () => {
    const check = plainCheck(TurnEvent)
    const kinds = new Set<string>()
    const shapes = new Set<string>()
    let [plain, odd] = [0, 0]
    for (const event of EVENTS) {
      if (!isObject(event)) assert.fail('no event')
      kinds.add(String(event['kind']))
      const shape = JSON.stringify(event, (key, value: unknown) => (typeof value === 'string' && key !== 'kind' && key !== 'type' ? '' : typeof value === 'number' ? 0 : value))
      if (shapes.has(shape)) continue
      shapes.add(shape)
      for (const changed of changesOf(event)) {
        if (agrees(TurnEvent, check, changed)) plain += 1
        else odd += 1
      }
    }
    assert.deepEqual([...kinds].toSorted(), TurnEvent.options.map(({ shape }) => String(shape.kind.value)).toSorted(), 'every kind is in a journal')
    assert.ok(plain > 1000 && odd > 10_000, `${plain} plain, ${odd} odd`)
  })

  test('is every event as it is written, but for a list of tools that nobody looked at yet', () => {
    const check = plainCheck(TurnEvent)
    for (const event of EVENTS) {
      const parsed = TurnEvent.parse(event)
      assert.equal(check(parsed), true, JSON.stringify(event))
      assert.equal(check(event), parsed.kind !== 'step.started' || parsed.meta === null, JSON.stringify(event))
    }
  })

  test('is never what another part of a union would change, nor what a schema of another sort stands for', () => {
    const first = z.union([z.object({ a: z.string() }), z.object({ a: z.string(), b: z.string() })])
    const schemas: readonly (readonly [z.ZodType, unknown])[] = [
      [first, { a: '', b: '' }], [z.string().trim(), 'a'], [z.coerce.string(), 'a'], [z.string().min(1), 'a'], [z.email(), 'a@b.cd'], [z.string().regex(/a/gu), 'a'], [z.string().optional().refine(() => true), 'a'],
      [z.string().default('a'), 'a'], [z.string().catch('a'), 'a'], [z.string().transform(() => 'b'), 'a'], [z.object({ a: z.string() }).refine(() => true), { a: '' }], [z.array(z.string()).min(1), ['a']],
      [z.looseObject({}), { a: 1 }], [z.int32(), 1], [z.int().max(5), 1], [z.object({ a: z.string().exactOptional() }), { a: undefined }], [z.record(z.string(), z.string()), { a: '' }], [z.custom(() => 1), 1], [z.coerce.boolean(), true],
    ]
    for (const [schema, value] of schemas) assert.equal(plainCheck(schema)(value), false, JSON.stringify(value))
    assert.equal(plainCheck(first)({ a: '' }), true)
    assert.equal(plainCheck(z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]))({ b: '' }), true)
  })
})
