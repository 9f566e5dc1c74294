import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keepsNames, keepsRequests, keepsTexts, keptLayers } from '../../shared/capture.ts'
import { CaptureLevel } from '../../shared/role.ts'
import { TurnEvent } from '../../shared/turn-event.ts'

/* What stays of an event beside its header: -- nothing, M- meta, MB meta and body. Columns: none, metadata, io, full. */
const SHEET = `
turn.started        --  M-  MB  MB
turn.resumed        --  M-  MB  MB
step.started        --  M-  MB  MB
step.ended          --  M-  MB  MB
tool.called         --  M-  MB  MB
gate.decided        --  M-  MB  MB
approval.answered   --  M-  MB  MB
approval.voided     --  M-  MB  MB
tool.started        --  M-  MB  MB
effect.started      --  M-  MB  MB
effect.ended        --  M-  MB  MB
branch.blocked      --  M-  MB  MB
tool.interrupted    --  M-  MB  MB
outcome.asked       --  M-  MB  MB
outcome.settled     --  M-  MB  MB
tool.ended          --  M-  MB  MB
compaction.started  --  M-  MB  MB
context.compacted   --  M-  MB  MB
compaction.failed   --  M-  MB  MB
turn.paused         --  M-  MB  MB
turn.unpaused       --  M-  MB  MB
turn.ended          --  M-  MB  MB`

test('every kind of event keeps at every level what the sheet says', () => {
  const lines = SHEET.trim().split('\n').map((line) => line.split(/\s+/))
  assert.deepEqual(lines.map(([kind]) => kind), TurnEvent.options.map((option) => option.shape.kind.value), 'every kind has a line')
  for (const option of TurnEvent.options) {
    const kind = option.shape.kind.value
    const cells = lines.find(([name]) => name === kind)?.slice(1)
    assert.deepEqual(CaptureLevel.options.map((level) => {
      const { meta, body } = keptLayers(kind, level)
      return `${meta ? 'M' : '-'}${body ? 'B' : '-'}`
    }), cells, kind)
  }
})

test('texts are kept from io on, names from metadata on, requests at full alone', () => {
  assert.deepEqual(CaptureLevel.options.map((level) => [level, keepsNames(level), keepsTexts(level), keepsRequests(level)]), [
    ['none', false, false, false], ['metadata', true, false, false], ['io', true, true, false], ['full', true, true, true],
  ])
})
