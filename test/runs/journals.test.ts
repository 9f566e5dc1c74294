import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { foldTurn } from '../../shared/fold-turn.ts'
import { TurnId } from '../../shared/ids.ts'
import { statusOf } from '../../shared/turn-state.ts'
import { TurnEvent, type TurnEventOf } from '../../shared/turn-event.ts'
import type { GateFacts } from '../../electron/core/gate/gate.ts'
import { replayRun } from '../../electron/core/runs/replay.ts'
import type { ReplaySources } from '../../electron/core/runs/replay-place.ts'
import { sha256 } from '../../electron/core/store/sha256.ts'
import { upcastEvent } from '../../electron/core/store/upcast-event.ts'
import { buildMessages } from '../../electron/core/turn/prompt.ts'
import { facts } from '../gate/facts-for-tests.ts'

const FOLDER = join(import.meta.dirname, '..', 'fixtures', 'journals')
const TURN = TurnId.parse('turn_fixture')

interface Journal { readonly name: string; readonly events: readonly TurnEvent[] }

/** As they are read from a database of any age. */
const JOURNALS: readonly Journal[] = readdirSync(FOLDER).filter((name) => /^v\d+$/u.test(name)).flatMap((version) => readdirSync(join(FOLDER, version)).map((file) => ({
  name: `${version}/${file.replace('.jsonl', '')}`,
  events: readFileSync(join(FOLDER, version, file), 'utf8').trimEnd().split('\n').map((line) => {
    const { meta, body, ...header }: { meta: unknown; body: unknown } = JSON.parse(line)
    return upcastEvent(header, meta, body)
  }),
})))

const readText = (stored: Parameters<ReplaySources['readText']>[0]): string => ('text' in stored ? stored.text : stored.preview)

/** The tools and the facts of the moment at which it was recorded: what is left to differ is the code. */
function sourcesOf(events: readonly TurnEvent[]): ReplaySources {
  const called = events.filter((event) => event.kind === 'tool.called').flatMap(({ meta }) => meta?.tool ?? [])
  const steps = events.filter((event) => event.kind === 'step.started')
  return {
    sha256, readText: (stored) => ('text' in stored ? stored.text : null),
    offer: (state) => steps.find(({ step }) => step === (state.steps.at(-1)?.step ?? (state.started?.branch?.fromStep ?? 1) - 1) + 1)?.meta?.offered ?? [],
    request: (state) => { const request = steps[state.steps.length]?.body?.request; return request !== undefined && 'text' in request ? request.text : '' },
    tool: ({ connectorId, tool }) => { const found = called.find((one) => one.connectorId === connectorId && one.tool === tool); return found === undefined ? null : { pin: found.pin, definition: '' } },
    toolByName: () => null, definitionOf: () => null,
    facts: (state, { call }) => factsOf(call, events.slice(state.seq).find((event) => event.kind === 'gate.decided' && event.callId === call.callId) ?? events.findLast((event) => event.kind === 'gate.decided' && event.callId === call.callId), state.steps.find(({ step }) => step === call.step)?.tainted === true),
  }
}

function factsOf({ meta }: TurnEventOf<'tool.called'>, decided: TurnEvent | undefined, tainted: boolean): GateFacts {
  const reason = decided?.kind === 'gate.decided' ? decided.body?.reason : undefined
  const isDenied = decided?.kind === 'gate.decided' && decided.verdict === 'deny'
  return facts({
    name: meta?.name ?? '', tainted, toolClass: meta?.tool?.toolClass ?? null, provenance: meta?.tool?.provenance ?? 'unset', pinned: meta?.tool?.pin ?? null, seen: meta?.tool?.pin ?? null,
    ...(reason?.kind === 'unknown-tool' ? { registered: false, available: reason.available } : {}),
    ...(reason?.kind === 'arguments' ? { argumentProblem: reason } : {}),
    ...(reason?.kind === 'limit' ? { overLimit: reason.limit } : {}),
    ...(reason?.kind === 'unfit' ? { unfit: reason.detail } : {}),
    ...(reason?.kind === 'requires-approval' ? { requiresApproval: reason.by } : {}),
    ...(reason?.kind === 'exfiltration-guard' ? { unlistedDestinations: reason.destinations } : {}),
    ...(reason?.kind === 'matrix' ? { kind: reason.column === 'job' || reason.column === 'webhook' ? reason.column : 'person', toolClass: reason.toolClass, ...(isDenied ? { kind: 'webhook' } : {}) } : {}),
  })
}

describe('journals of every version', () => {
  for (const { name, events } of JOURNALS) {
    test(`${name} is folded, told to a model, and fed back through today's code without a difference`, () => {
      const state = foldTurn(TURN, events)
      assert.equal(statusOf(state), state.ended?.outcome)
      const messages = buildMessages([state], readText)
      const uses = messages.flatMap(({ content }) => content.filter(({ type }) => type === 'tool-use'))
      const results = messages.flatMap(({ content }) => content.filter(({ type }) => type === 'tool-result'))
      assert.equal(uses.length, results.length)
      const replay = replayRun(TURN, events, sourcesOf(events))
      let next = replay.next()
      while (next.done !== true) next = replay.next()
      assert.ok(next.value.state === 'agrees', JSON.stringify(next.value))
      assert.equal(next.value.events, events.length)
    })
  }

  test('hold every kind of event that there is', () => {
    const held = new Set(JOURNALS.flatMap(({ events }) => events.map(({ kind }) => kind)))
    assert.deepEqual(TurnEvent.options.map(({ shape }) => shape.kind.value).filter((kind) => !held.has(kind)), [], 'make a journal that holds it: test/fixtures/journals/make-journals.ts')
  })
})
