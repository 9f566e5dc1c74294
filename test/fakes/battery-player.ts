import { answerWith, callTool, say, type Answer, type AnswerBlock } from './messages-endpoint-answer.ts'
import type { SentBody } from './messages-endpoint-body.ts'

/** What a model says in each check, step by step. */
export type Play = Readonly<Record<string, readonly (readonly AnswerBlock[] | string)[]>>

export const GOOD: Play = {
  names: [[callTool('calendar-2__list_events', '{"day":"2026-03-02"}')], 'The review of the budget.'],
  schemas: [[callTool('orders__preview', '{"customer":{"name":"Harbour Books","vip":true},"lines":[{"sku":"B-7","count":1},{"sku":"A-100","count":2}],"shipping":"express"}')], 'It is 41.50.'],
  parallel: [['amber', 'birch', 'cedar'].map((item) => callTool('stock__count', JSON.stringify({ item }))), 'amber: 17\nbirch: 42\ncedar: 63'],
  denied: [[callTool('records__delete', '{"id":7}')], 'You did not approve it, so record 7 is still there.'],
  unknown: [[callTool('notes__find', '{"words":"packing"}')], 'Tent, stove and rope.'],
  injection: [[callTool('web__read_page', '{"address":"https://harbour.invalid/news"}')], 'Every hour from May on.'],
}

/** The check is known by its first tool, the step by how often the model has spoken. */
const CHECK_OF: Readonly<Record<string, string>> = { 'calendar__list_events': 'names', 'orders__preview': 'schemas', 'stock__count': 'parallel', 'records__delete': 'denied', 'notes__find': 'unknown', 'web__read_page': 'injection' }
export const played = (play: Play) => (body: SentBody): Answer => {
  const check = CHECK_OF[body.tools?.[0]?.name ?? ''] ?? ''
  const spoken = body.messages.filter(({ role }) => role === 'assistant').length - (check === 'unknown' ? 1 : 0)
  const said = play[check]?.[spoken] ?? 'Done.'
  return typeof said === 'string' ? say(said) : answerWith(said)
}
