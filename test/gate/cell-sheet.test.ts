import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { decideGate, decideStart, type GateFacts } from '../../electron/core/gate/gate.ts'
import type { GateReason, Verdict } from '../../shared/policy.ts'
import { facts, OTHER_PIN } from './facts-for-tests.ts'

interface Cell { readonly cell: string; readonly input: Partial<GateFacts>; readonly verdict: Verdict; readonly reason: GateReason['kind']; readonly rationale: string }

const SHEET: readonly Cell[] = [
  { cell: 'unfit', input: { unfit: 'the database did not answer' }, verdict: 'deny', reason: 'unfit', rationale: 'What can’t be learned is denied; nothing fails open.' },
  { cell: 'unfit beats everything', input: { unfit: 'x', registered: false, inCeiling: false, toolClass: 'read' }, verdict: 'deny', reason: 'unfit', rationale: 'A guess about the rest is worth nothing.' },
  { cell: 'unknown name', input: { registered: false, offered: false }, verdict: 'deny', reason: 'unknown-tool', rationale: 'No guessing to a near name.' },
  { cell: 'switched off after the step was sent', input: { registered: false }, verdict: 'deny', reason: 'unknown-tool', rationale: 'A tool that is off is nowhere.' },
  { cell: 'withheld by the owner of the machine', input: { registered: false, switchedOffBy: 'ALLOW_DESTRUCTIVE', toolClass: 'destructive' }, verdict: 'deny', reason: 'switched-off', rationale: 'The reason names the switch, so that the person knows whom to ask.' },
  { cell: 'withheld so, and outside the ceiling', input: { registered: false, inCeiling: false, switchedOffBy: 'ALLOW_DESTRUCTIVE' }, verdict: 'deny', reason: 'unknown-tool', rationale: 'What a role may not have tells it nothing.' },
  { cell: 'a read where every call asks', input: { toolClass: 'read', requiresApproval: 'operator', standing: 'standing_1' }, verdict: 'ask', reason: 'requires-approval', rationale: 'Always means always.' },
  { cell: 'its connector is not ready', input: { registered: false, offered: false, notReady: 'it starts' }, verdict: 'deny', reason: 'not-ready', rationale: 'The name is known; what keeps it away passes.' },
  { cell: 'outside the ceiling, of a connector that is not ready', input: { registered: false, inCeiling: false, offered: false, notReady: 'it starts' }, verdict: 'deny', reason: 'unknown-tool', rationale: 'What a role may not have tells it nothing.' },
  { cell: 'registered, but not described to the model', input: { offered: false }, verdict: 'deny', reason: 'unknown-tool', rationale: 'A model that knows a name it wasn’t told got it from somewhere else.' },
  { cell: 'registered, outside the ceiling', input: { inCeiling: false, offered: false }, verdict: 'deny', reason: 'ceiling', rationale: 'Told apart from unknown, so that the journal shows the attempt.' },
  { cell: 'a write asked for by a model certified for reading only', input: { readOnlyModel: 'Local', offered: false }, verdict: 'deny', reason: 'read-only-model', rationale: 'The reason names the model, so that the person knows what to change.' },
  { cell: 'such a model and a tool of its step that became more than a read', input: { readOnlyModel: 'Local', toolClass: 'destructive' }, verdict: 'deny', reason: 'read-only-model', rationale: 'What it was offered as is not what it is.' },
  { cell: 'such a model and a tool nobody classed', input: { readOnlyModel: 'Local', toolClass: null, standing: 'standing_1' }, verdict: 'deny', reason: 'read-only-model', rationale: 'Unclassed is destructive.' },
  { cell: 'such a model and a read', input: { readOnlyModel: 'Local', toolClass: 'read' }, verdict: 'run', reason: 'matrix', rationale: 'Reads are what it is certified for.' },
  { cell: 'such a model and a read that its role doesn’t keep with it', input: { kind: 'job', mayAsk: false, readOnlyModel: 'Local', keptByReadOnly: false, toolClass: 'read' }, verdict: 'deny', reason: 'read-only-model', rationale: 'Where nobody is there it reads what is ours and no more.' },
  { cell: 'such a model and a write that its role keeps with it', input: { readOnlyModel: 'Local', keptByReadOnly: true }, verdict: 'deny', reason: 'read-only-model', rationale: 'Nothing makes a write a read.' },
  { cell: 'such a model and a tool outside the ceiling', input: { readOnlyModel: 'Local', inCeiling: false, offered: false }, verdict: 'deny', reason: 'ceiling', rationale: 'Another model wouldn’t change that.' },
  { cell: 'such a model and a tool that is off', input: { readOnlyModel: 'Local', registered: false, offered: false }, verdict: 'deny', reason: 'unknown-tool', rationale: 'Nor that.' },
  { cell: 'past the limit of calls', input: { overLimit: 'calls' }, verdict: 'deny', reason: 'limit', rationale: 'Before asking: a question about a call that can’t run is noise.' },
  { cell: 'more than the run’s allowance has left', input: { kind: 'job', mayAsk: false, toolClass: 'read', overAllowance: { price: 2, reserved: 9, perRun: 10 } }, verdict: 'deny', reason: 'allowance', rationale: 'Before it is sent, and nobody is asked for more.' },
  { cell: 'definition changed since the step', input: { seen: OTHER_PIN }, verdict: 'deny', reason: 'changed', rationale: 'What was reviewed is not what would run.' },
  { cell: 'no accepted definition', input: { pinned: null }, verdict: 'deny', reason: 'unfit', rationale: 'Unreviewed is not reviewed.' },
  { cell: 'no current definition', input: { seen: null }, verdict: 'deny', reason: 'unfit', rationale: 'Two nulls are not a match.' },
  { cell: 'both definitions missing', input: { pinned: null, seen: null }, verdict: 'deny', reason: 'unfit', rationale: 'Equality of absences proves nothing.' },
  { cell: 'arguments don’t fit', input: { argumentProblem: { path: 'title', problem: 'is missing' } }, verdict: 'deny', reason: 'arguments', rationale: 'Nothing that fails the original schema reaches the tool or the person.' },
  { cell: 'a read that asks by itself', input: { toolClass: 'read', requiresApproval: 'tool' }, verdict: 'ask', reason: 'requires-approval', rationale: 'Tools may tighten.' },
  { cell: 'a write the person wants to be asked about', input: { requiresApproval: 'person' }, verdict: 'ask', reason: 'requires-approval', rationale: 'So may people.' },
  { cell: 'a tool of which a call may have run', input: { toolClass: 'write', requiresApproval: 'may-have-run' }, verdict: 'ask', reason: 'requires-approval', rationale: 'Doing it once more could do it twice.' },
  { cell: 'a predicate that failed', input: { toolClass: 'read', requiresApproval: 'predicate-failed' }, verdict: 'ask', reason: 'requires-approval', rationale: 'A predicate that throws counts as asking.' },
  { cell: 'clean read to a host nobody typed', input: { toolClass: 'read', unlistedDestinations: ['a.example'] }, verdict: 'run', reason: 'matrix', rationale: 'Nothing was read that could have sent it there.' },
  { cell: 'tainted read to a host nobody typed', input: { toolClass: 'read', tainted: true, unlistedDestinations: ['a.example'] }, verdict: 'ask', reason: 'exfiltration-guard', rationale: 'The address may carry what was read.' },
  { cell: 'tainted read to hosts the person typed', input: { toolClass: 'read', tainted: true }, verdict: 'run', reason: 'matrix', rationale: 'They said so themselves.' },
  { cell: 'standing approval for a tainted write', input: { tainted: true, standing: 'standing_1' }, verdict: 'run', reason: 'standing-approval', rationale: 'The one ask it answers.' },
  { cell: 'standing approval for a destructive call', input: { tainted: true, toolClass: 'destructive', standing: 'standing_1' }, verdict: 'ask', reason: 'matrix', rationale: 'Never for destructive.' },
  { cell: 'standing approval for an unclassed tool', input: { tainted: true, toolClass: null, standing: 'standing_1' }, verdict: 'ask', reason: 'matrix', rationale: 'Unclassed is destructive.' },
  { cell: 'standing approval against the guard', input: { tainted: true, toolClass: 'read', unlistedDestinations: ['a.example'], standing: 'standing_1' }, verdict: 'ask', reason: 'exfiltration-guard', rationale: 'It was given for a tool, not for every address.' },
  { cell: 'standing approval for a tainted write to a host nobody typed', input: { tainted: true, unlistedDestinations: ['a.example'], standing: 'standing_1' }, verdict: 'ask', reason: 'matrix', rationale: 'The destination is new.' },
  { cell: 'standing approval where the tool asks each time', input: { tainted: true, requiresApproval: 'tool', standing: 'standing_1' }, verdict: 'ask', reason: 'matrix', rationale: 'Always means always.' },
  { cell: 'a write in a job with nobody to ask', input: { kind: 'job', mayAsk: false }, verdict: 'deny', reason: 'no-approval-channel', rationale: 'No approval channel means deny, never run.' },
  { cell: 'a guarded read with nobody to ask', input: { kind: 'job', mayAsk: false, tainted: true, toolClass: 'read', unlistedDestinations: ['a.example'] }, verdict: 'deny', reason: 'no-approval-channel', rationale: 'The guard asks nobody, so it denies.' },
  { cell: 'a draft in a job with nobody to ask', input: { kind: 'job', mayAsk: false, standingWord: 'draft' }, verdict: 'run', reason: 'standing-word', rationale: 'The person’s word at setup.' },
  { cell: 'a draft after outside text was read', input: { kind: 'job', mayAsk: false, tainted: true, standingWord: 'draft' }, verdict: 'run', reason: 'standing-word', rationale: 'It was given for just that; the draft is stored tainted.' },
  { cell: 'a draft and a standing approval', input: { kind: 'job', standingWord: 'draft', standing: 'standing_1' }, verdict: 'run', reason: 'standing-word', rationale: 'Nothing is counted where nothing is needed.' },
  { cell: 'a draft tool that became destructive', input: { kind: 'job', mayAsk: false, standingWord: 'draft', toolClass: 'destructive' }, verdict: 'deny', reason: 'matrix', rationale: 'Destructive is absent, whatever was said.' },
  { cell: 'a draft tool that nobody classed', input: { kind: 'job', mayAsk: false, standingWord: 'draft', toolClass: null }, verdict: 'deny', reason: 'matrix', rationale: 'Unclassed is destructive.' },
  { cell: 'a draft tool that asks by itself', input: { kind: 'job', mayAsk: false, standingWord: 'draft', requiresApproval: 'tool' }, verdict: 'deny', reason: 'no-approval-channel', rationale: 'Always means always, and nobody can be asked.' },
  { cell: 'a draft tool that would reach a host nobody listed', input: { kind: 'job', mayAsk: false, tainted: true, standingWord: 'draft', unlistedDestinations: ['a.example'] }, verdict: 'deny', reason: 'no-approval-channel', rationale: 'A draft leaves nothing.' },
  { cell: 'a draft tool outside the ceiling', input: { kind: 'job', mayAsk: false, standingWord: 'draft', inCeiling: false }, verdict: 'deny', reason: 'ceiling', rationale: 'The word widens nothing.' },
  { cell: 'a draft of a model certified for reading only', input: { kind: 'job', mayAsk: false, standingWord: 'draft', readOnlyModel: 'Local' }, verdict: 'deny', reason: 'read-only-model', rationale: 'The word was given to a role, not to a model.' },
  { cell: 'a draft in a webhook summary', input: { kind: 'webhook', mayAsk: false, standingWord: 'draft' }, verdict: 'deny', reason: 'matrix', rationale: 'Absent is absent.' },
  { cell: 'a standing approval in a webhook', input: { kind: 'webhook', standing: 'standing_1' }, verdict: 'deny', reason: 'matrix', rationale: 'Absent is absent.' },
]

describe('the gate, cell by cell', () => {
  for (const { cell, input, verdict, reason, rationale } of SHEET) {
    test(`${cell}: ${verdict}. ${rationale}`, () => {
      const decision = decideGate(facts(input))
      assert.deepEqual([decision.verdict, decision.reason.kind], [verdict, reason])
    })
  }

  test('a destructive call and a guarded read are only ever offered once', () => {
    for (const input of [{ toolClass: 'destructive' as const }, { toolClass: 'read' as const, tainted: true, unlistedDestinations: ['a.example'] }]) {
      const decision = decideGate(facts(input))
      assert.ok(decision.verdict === 'ask')
      assert.deepEqual(decision.choices.map((choice) => choice.kind), ['approve', 'edit', 'reject', 'reject-following'])
    }
  })

  test('a tainted write is offered once, for this turn and for this chat, each a bounded number of times', () => {
    const decision = decideGate(facts({ tainted: true }))
    assert.ok(decision.verdict === 'ask')
    assert.deepEqual(decision.choices.flatMap((choice) => choice.kind === 'approve-standing' ? [[choice.scope, choice.times]] : []), [['turn', 5], ['chat', 5]])
  })
})

describe('an approved call at its start', () => {
  const START: readonly { readonly cell: string; readonly input: Partial<GateFacts>; readonly start: 'run' | 'void' | 'deny' }[] = [
    { cell: 'unchanged facts', input: { tainted: true }, start: 'run' },
    { cell: 'looser facts change nothing', input: { tainted: true, toolClass: 'read' }, start: 'run' },
    { cell: 'a stricter class voids the answer', input: { tainted: true, toolClass: 'destructive' }, start: 'void' },
    { cell: 'a class that was lost voids the answer', input: { tainted: true, toolClass: null }, start: 'void' },
    { cell: 'a changed definition denies', input: { tainted: true, seen: OTHER_PIN }, start: 'deny' },
    { cell: 'switched off denies', input: { tainted: true, registered: false }, start: 'deny' },
    { cell: 'cut from the ceiling denies', input: { tainted: true, inCeiling: false }, start: 'deny' },
    { cell: 'facts that can’t be had deny', input: { unfit: 'gone' }, start: 'deny' },
    { cell: 'a model that lost its certificate meanwhile denies', input: { tainted: true, readOnlyModel: 'Local' }, start: 'deny' },
    { cell: 'a standing word that is still given', input: { kind: 'job', mayAsk: false, standingWord: 'draft' }, start: 'run' },
    { cell: 'a standing word that was taken back', input: { kind: 'job', mayAsk: false }, start: 'deny' },
    { cell: 'nobody left to ask denies', input: { tainted: true, mayAsk: false }, start: 'deny' },
  ]
  for (const { cell, input, start } of START) test(`${cell}: ${start}`, () => { assert.equal(decideStart(facts(input), 'write').start, start) })
})
