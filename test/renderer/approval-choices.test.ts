import assert from 'node:assert/strict'
import { test } from 'node:test'
import { groupTools } from '../../renderer/parts/explained-tools/group-tools.ts'
import { indentJson, judgeArguments } from '../../renderer/parts/approval-card/edited-arguments.ts'
import { moreChoices } from '../../renderer/parts/approval-card/more-choices.ts'
import type { ToolExplanation } from '../../shared/explain.ts'
import { ConnectorId } from '../../shared/ids.ts'
import type { AnswerChoice } from '../../shared/policy.ts'
import { digest } from './turn-events.ts'

const nothing = () => undefined
const choicesOf = (choices: readonly AnswerChoice[], locked = false) =>
  moreChoices({ choices, following: 2, locked, canEdit: true, onAnswer: nothing, onReason: nothing, onEdit: nothing })
const labels = (choices: readonly AnswerChoice[]) => choicesOf(choices).map((entry) => ('label' in entry ? entry.label : '—'))

test('the menu holds what the core offers and nothing else, in whole sentences', () => {
  assert.deepEqual(labels([{ kind: 'approve' }, { kind: 'reject' }]), ['Reject with a reason…'])
  assert.deepEqual(
    labels([{ kind: 'approve' }, { kind: 'approve-standing', scope: 'chat', times: 5 }, { kind: 'reject' }, { kind: 'reject-following' }, { kind: 'edit' }]),
    ['Approve this tool for the rest of this chat, at most 5 times', '—', 'Reject with a reason…', 'Reject this and the 2 calls that follow', 'Edit the arguments…'])
  assert.deepEqual(labels([{ kind: 'approve' }]), [])
})

test('a wider approval is locked with the button, rejecting never is', () => {
  const entries = choicesOf([{ kind: 'approve-standing', scope: 'turn', times: 3 }, { kind: 'reject' }], true)
  assert.deepEqual(entries.map((entry) => ('disabled' in entry ? entry.disabled : undefined)), [true, undefined, undefined])
})

test('edited arguments have to be the text of an object', () => {
  assert.equal(judgeArguments('{"a":1}').kind, 'object')
  for (const text of ['[1]', 'null', '"x"', '3']) assert.equal(judgeArguments(text).kind, 'not-object', text)
  for (const text of ['', '{', '{a:1}', '{"a":1,}']) assert.equal(judgeArguments(text).kind, 'not-json', text)
})

test('indenting changes nothing but blanks', () => {
  const source = '{"n":12345678901234567890,"s":"a, b: {c} \\" \\\\","e":{},"l":[],"d":{"x":[1,{"y":null}]},"u":"\\u202e"}'
  const shown = indentJson(source)
  assert.ok(shown.includes('\n'))
  assert.deepEqual(JSON.parse(shown), JSON.parse(source))
  assert.ok(shown.includes('12345678901234567890'), 'a number that JavaScript can\'t hold stays as it is')
  assert.equal(indentJson(shown), shown)
})

const tool = (name: string, outcome: ToolExplanation['outcome']): ToolExplanation => ({
  connectorId: ConnectorId.parse('tasks'), connectorLabel: 'Tasks', tool: name, title: name, description: `does ${name}`, modelName: null, toolClass: 'read', provenance: 'set',
  untrusted: false, egress: false, pin: digest('a'), on: true, requiresApproval: false, outcome,
})

test('tools stand under the filter at which they stood or fell, and can be searched', () => {
  const tools = [tool('off', { filter: 'registration', sentence: '' }), tool('runs', { filter: 'gate', verdict: 'run', sentence: '' }), tool('cut', { filter: 'ceiling', sentence: '' })]
  assert.deepEqual(groupTools(tools, '').map(({ filter }) => filter), ['gate', 'ceiling', 'registration'])
  assert.deepEqual(groupTools(tools, 'tasks DOES cut').map(({ filter }) => filter), ['ceiling'])
  assert.deepEqual(groupTools(tools, 'zebra'), [])
})
