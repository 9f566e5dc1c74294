import type { CallHandlers } from '../../../shared/contract.ts'
import { AppError } from '../../../shared/errors.ts'
import type { TurnId } from '../../../shared/ids.ts'
import type { RunRow } from '../../../shared/run-log.ts'
import { createBranchStarter } from '../runs/branch-starter.ts'
import { comparedRun } from '../runs/compare.ts'
import type { CoreParts } from './core-parts.ts'

type BranchCalls = Pick<CallHandlers, 'run.branch' | 'run.let-through' | 'run.siblings' | 'run.compare'>

/** Going on from a step of a run with something changed, and looking at what came of it. */
export function createBranchHandlers(parts: CoreParts): BranchCalls {
  const { turns, chats, runs, journal, ledger, chain } = parts
  const starter = createBranchStarter(parts)

  const find = (turnId: TurnId): RunRow => {
    const run = runs.list.find(turnId)
    if (run === null) throw new AppError('input.not-found', 'There is no such run.', { advice: 'Choose another one from the list.' })
    return run
  }

  return {
    'run.branch': async ({ turnId, fromStep, changes: { model, system, message, results = [], classes = [] } }) => {
      find(turnId)
      if (message?.every((part) => part.text.trim() === '') === true) throw new AppError('input.invalid', 'There is nothing in the message.', { advice: 'Write something first.' })
      return starter.branch(turns.state(turnId), fromStep, { model, system, message, results, classes })
    },
    'run.let-through': async ({ turnId }) => {
      find(turnId)
      return starter.letThrough(turns.state(turnId))
    },
    'run.siblings': async ({ turnId }) => {
      const run = find(turnId)
      const { started } = turns.state(turnId)
      if (started === null || run.chat === null) return [run]
      return chats.siblings(started.chatId, started.parentTurnId).flatMap((node) => runs.list.find(node.turnId) ?? [])
    },
    'run.compare': async ({ turnIds: [left, right] }) => {
      const of = (turnId: TurnId) => comparedRun({ readText: journal.readText, load: chain.load, moneyOf: ledger.costOfRun }, find(turnId), turns.state(turnId))
      return [of(left), of(right)]
    },
  }
}
