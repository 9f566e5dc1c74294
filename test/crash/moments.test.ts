import { testBoundaries } from './test-boundaries.ts'

testBoundaries('where something could be half done, inside the commits that matter and between them', [
  'turn.started inside', 'approval.answered inside', 'tool.started inside', 'tool.ended inside', 'compaction.failed inside', 'outcome.settled inside',
  'call sent, no effect yet', 'effect done, no result yet', 'mid stream', 'question open', 'outcome question open', 'run again, not started', 'end with pruning, inside', 'third crash',
])
