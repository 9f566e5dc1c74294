import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { decideGate, type GateFacts } from '../../electron/core/gate/gate.ts'
import { STRICTNESS, ToolClass, TurnKind } from '../../shared/policy.ts'
import { facts, OTHER_PIN, PIN } from './facts-for-tests.ts'

const BLOCKED: readonly Partial<GateFacts>[] = [{}, { overLimit: 'calls' }, { overAllowance: { price: 2, reserved: 9, perRun: 10 } }, { argumentProblem: { path: '', problem: 'x' } }, { unfit: 'x' }]
const READ_ONLY: readonly Partial<GateFacts>[] = [{ readOnlyModel: null }, { readOnlyModel: 'Local' }, { readOnlyModel: 'Local', keptByReadOnly: false }]

/** Every combination of what the gate looks at: the proofs below are enumerations, not samples. */
function* everyFacts(): Generator<GateFacts> {
  for (const kind of TurnKind.options)
    for (const tainted of [false, true])
      for (const toolClass of [...ToolClass.options, null])
        for (const mayAsk of [false, true])
          for (const registered of [false, true])
            for (const inCeiling of [false, true])
              for (const offered of [false, true])
                for (const seen of [PIN, OTHER_PIN, null])
                  for (const requiresApproval of ['no', 'tool', 'operator', 'predicate-failed', 'may-have-run'] as const)
                    for (const unlistedDestinations of [[], ['a.example']])
                      for (const standing of [null, 'standing_1'] as const)
                        for (const standingWord of [null, 'draft'] as const)
                          for (const blocked of BLOCKED)
                            for (const readOnly of READ_ONLY)
                              yield facts({ kind, tainted, toolClass, mayAsk, registered, inCeiling, offered, seen, requiresApproval, unlistedDestinations, standing, standingWord, ...blocked, ...readOnly })
}

const strictness = (input: GateFacts): number => STRICTNESS[decideGate(input).verdict]

const NEVER_LOOSENS: readonly { readonly what: string; readonly change: (input: GateFacts) => GateFacts }[] = [
  { what: 'adding taint', change: (input) => ({ ...input, tainted: true }) },
  { what: 'taking the person away', change: (input) => ({ ...input, mayAsk: false }) },
  { what: 'running as a job instead of a chat', change: (input) => ({ ...input, kind: input.kind === 'person' ? 'job' : input.kind }) },
  { what: 'running as a webhook', change: (input) => ({ ...input, kind: 'webhook' }) },
  { what: 'losing the class', change: (input) => ({ ...input, toolClass: null }) },
  { what: 'switching the tool off', change: (input) => ({ ...input, registered: false }) },
  { what: 'cutting it from the ceiling', change: (input) => ({ ...input, inCeiling: false }) },
  { what: 'certifying its model for reading only', change: (input) => ({ ...input, readOnlyModel: 'Local' }) },
  { what: 'not offering it', change: (input) => ({ ...input, offered: false }) },
  { what: 'changing its definition', change: (input) => ({ ...input, seen: input.seen === PIN ? OTHER_PIN : input.seen }) },
  { what: 'asking to be asked', change: (input) => ({ ...input, requiresApproval: 'person' }) },
  { what: 'a predicate that fails', change: (input) => ({ ...input, requiresApproval: 'predicate-failed' }) },
  { what: 'an earlier call that may have run', change: (input) => ({ ...input, requiresApproval: 'may-have-run' }) },
  { what: 'a destination that nobody typed', change: (input) => ({ ...input, unlistedDestinations: ['evil.example'] }) },
  { what: 'revoking a standing approval', change: (input) => ({ ...input, standing: null }) },
  { what: 'taking a role’s standing word back', change: (input) => ({ ...input, standingWord: null }) },
  { what: 'keeping fewer reads for such a model', change: (input) => ({ ...input, keptByReadOnly: false }) },
  { what: 'reaching the end of an allowance', change: (input) => ({ ...input, overAllowance: { price: 2, reserved: 9, perRun: 10 } }) },
  { what: 'reaching a limit', change: (input) => ({ ...input, overLimit: 'calls' }) },
  { what: 'arguments that don’t fit', change: (input) => ({ ...input, argumentProblem: { path: 'a', problem: 'b' } }) },
  { what: 'a fact that can’t be had', change: (input) => ({ ...input, unfit: 'x' }) },
]

describe('nothing loosens a decision', () => {
  const everything = [...everyFacts()]
  for (const { what, change } of NEVER_LOOSENS) test(`${what} never loosens a decision, over ${everything.length} combinations`, () => {
    for (const input of everything) if (strictness(change(input)) < strictness(input)) assert.fail(`${what} loosened ${JSON.stringify(input)}`)
  })

  test('a stricter class never loosens a decision', () => {
    const order = ['read', 'write', 'destructive'] as const
    for (const input of everything) {
      const [read, write, destructive] = order.map((toolClass) => strictness({ ...input, toolClass, standing: null, standingWord: null }))
      assert.ok(read !== undefined && write !== undefined && destructive !== undefined)
      if (!(read <= write && write <= destructive)) assert.fail(JSON.stringify(input))
    }
  })

  test('a standing word makes a write of a role run that would ask, or be denied for want of somebody to ask, and nothing else', () => {
    for (const input of everything) {
      const bare = decideGate({ ...input, standing: null, standingWord: null })
      const word = decideGate({ ...input, standing: null, standingWord: 'draft' })
      if (bare.verdict === word.verdict) continue
      assert.deepEqual([input.toolClass, word.verdict, word.reason.kind, input.requiresApproval], ['write', 'run', 'standing-word', 'no'])
      assert.ok(bare.verdict === 'ask' || bare.reason.kind === 'no-approval-channel')
      assert.ok(!input.tainted || input.unlistedDestinations.length === 0)
      assert.ok(input.tainted || input.kind === 'job')
    }
  })

  test('only one thing else turns an ask into a run: a standing approval, for a write, in a tainted chat or a job', () => {
    for (const input of everything) {
      const bare = decideGate({ ...input, standing: null, standingWord: null })
      const standing = decideGate({ ...input, standing: 'standing_1', standingWord: null })
      if (bare.verdict === standing.verdict) continue
      assert.deepEqual([input.toolClass, standing.verdict, input.requiresApproval], ['write', 'run', 'no'])
      assert.ok(input.tainted || input.kind === 'job')
    }
  })

  test('whatever is unregistered, outside, unoffered, changed, unfit or malformed is denied in every column', () => {
    for (const input of everything) {
      const bad = !input.registered || !input.inCeiling || !input.offered || input.seen !== PIN || input.unfit !== null || input.argumentProblem !== null || input.overLimit !== null || input.overAllowance !== null
      if (bad) assert.equal(decideGate(input).verdict, 'deny')
    }
  })

  test('a model that is certified for reading only runs and asks for nothing but reads', () => {
    for (const input of everything) if (input.readOnlyModel !== null && input.toolClass !== 'read') assert.equal(decideGate(input).verdict, 'deny')
  })

  test('the same facts give the same decision, and the facts are left as they were', () => {
    for (const input of everything.slice(0, 500)) {
      const before = JSON.stringify(input)
      assert.deepEqual(decideGate(Object.freeze(input)), decideGate(structuredClone(input)))
      assert.equal(JSON.stringify(input), before)
    }
  })
})
