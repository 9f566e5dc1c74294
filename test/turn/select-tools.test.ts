import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { selectTools, type ScoredConnector } from '../../electron/core/turn/select-tools.ts'

const connector = (connectorId: string, lexical: number, recent: number, ...scores: number[]): ScoredConnector =>
  ({ connectorId, lexical, recent, tools: scores.map((score, index) => ({ tool: `t${index}`, lexical: score })) })
const offered = (connectors: readonly ScoredConnector[], limit: number): (string | number)[][] => selectTools(connectors, limit).map(({ connectorId, offered: tools }) => [connectorId, ...tools])

describe('choosing among more tools than fit', () => {
  test('where all fit nothing is moved or left out', () => {
    assert.deepEqual(offered([connector('a', 0, 0, 0, 0), connector('b', 9, 0, 9)], 3), [['a', 't0', 't1'], ['b', 't0']])
  })
  test('the most relevant connectors go first and whole; the one that doesn’t fit gives its best', () => {
    assert.deepEqual(offered([connector('a', 1, 0, 0, 1, 0.5), connector('b', 5, 0, 5, 0), connector('c', 0, 3, 0, 0)], 6), [['b', 't0', 't1'], ['c', 't0', 't1'], ['a', 't1', 't2']])
  })
  test('no room left is no tools, not all of them', () => {
    assert.deepEqual(offered([connector('a', 1, 0, 1)], 0), [['a']])
  })
  test('never more than the limit, never a tool twice, never one lost, and the same input gives the same selection', () => {
    const any = fc.array(fc.tuple(fc.nat(9), fc.nat(9), fc.array(fc.nat(9), { maxLength: 8 })), { maxLength: 12 }).map((list) => list.map(([lexical, recent, scores], index) => connector(`c${index}`, lexical, recent, ...scores)))
    fc.assert(fc.property(any, fc.nat(40), (connectors, limit) => {
      const selection = selectTools(connectors, limit)
      const all = selection.flatMap(({ connectorId, offered: kept, leftOut }) => [...kept, ...leftOut].map((tool) => `${connectorId} ${tool}`))
      assert.ok(selection.reduce((sum, one) => sum + one.offered.length, 0) <= limit)
      assert.equal(new Set(all).size, all.length)
      assert.equal(all.length, connectors.reduce((sum, { tools }) => sum + tools.length, 0))
      assert.deepEqual(selectTools(connectors, limit), selection)
    }))
  })
})
