import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { decideGate } from '../../electron/core/gate/gate.ts'
import { GATE_TABLE } from '../../electron/core/gate/table.ts'
import { GateColumn, ToolClass } from '../../shared/policy.ts'
import { COLUMNS, facts } from './facts-for-tests.ts'

/** The published matrix, written out once more: changing the table in the code has to change this sheet as well. */
const SHEET = {
  normal:  { read: 'run',  write: 'run',  destructive: 'ask' },
  tainted: { read: 'run',  write: 'ask',  destructive: 'ask' },
  job:     { read: 'run',  write: 'ask',  destructive: 'deny' },
  webhook: { read: 'deny', write: 'deny', destructive: 'deny' },
} as const

describe('the matrix', () => {
  for (const column of GateColumn.options) for (const toolClass of ToolClass.options) {
    test(`${column} × ${toolClass} → ${SHEET[column][toolClass]}`, () => {
      assert.equal(decideGate(facts({ ...COLUMNS[column], toolClass })).verdict, SHEET[column][toolClass])
    })
  }

  test('the table in the code has exactly these cells and no others', () => {
    assert.deepEqual(GATE_TABLE, {
      normal:  { read: 'run',    write: 'run',    destructive: 'ask-each' },
      tainted: { read: 'run',    write: 'ask',    destructive: 'ask-each' },
      job:     { read: 'run',    write: 'ask',    destructive: 'absent' },
      webhook: { read: 'absent', write: 'absent', destructive: 'absent' },
    })
  })

  test('a tool without a class is judged as destructive in every column, and says that nobody set one', () => {
    for (const column of Object.values(COLUMNS)) {
      const unclassed = decideGate(facts({ ...column, toolClass: null, provenance: 'set' }))
      assert.equal(unclassed.verdict, decideGate(facts({ ...column, toolClass: 'destructive' })).verdict)
      if (unclassed.reason.kind === 'matrix') assert.deepEqual([unclassed.reason.toolClass, unclassed.reason.provenance], ['destructive', 'unset'])
    }
  })
})
