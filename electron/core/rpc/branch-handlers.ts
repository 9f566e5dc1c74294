import type { CallHandlers, MessageInput } from '../../../shared/contract.ts'
import { AppError } from '../../../shared/errors.ts'
import type { TurnId } from '../../../shared/ids.ts'
import type { RunRow } from '../../../shared/run-log.ts'
import type { TurnState } from '../../../shared/turn-state.ts'
import { comparedRun } from '../runs/compare.ts'
import { sha256 } from '../store/sha256.ts'
import { branchFrom, letThrough, type BranchSources, type BranchStart } from '../turn/start-branch.ts'
import type { CoreParts } from './core-parts.ts'

type BranchCalls = Pick<CallHandlers, 'run.branch' | 'run.let-through' | 'run.siblings' | 'run.compare'>

/** Going on from a step of a run with something changed, and looking at what came of it. */
export function createBranchHandlers(parts: CoreParts): BranchCalls {
  const { turns, chats, runs, journal, ledger, chain, models, roles } = parts
  const sources: BranchSources = { journal, catalog: parts.catalog, chain, ids: parts.ids, sha256 }

  const find = (turnId: TurnId): RunRow => {
    const run = runs.list.find(turnId)
    if (run === null) throw new AppError('input.not-found', 'There is no such run.', { advice: 'Choose another one from the list.' })
    return run
  }

  const start = async (origin: TurnState, branch: BranchStart, changed: { readonly message?: readonly MessageInput[] | undefined; readonly model?: string | undefined }) => {
    const { started } = origin
    const role = roles.find(started?.role ?? '')
    if (started === null || role === null) throw new AppError('input.invalid', 'The role of that run does not exist any more, so nothing can go on from it.')
    const { chatId, parentTurnId } = started
    if (started.meta === null && (started.retryOf !== undefined || started.delegatedBy !== undefined)) throw new AppError('input.invalid', 'What that run may have at most is not kept any more, so nothing can go on from it.')
    if (changed.model !== undefined) models.open(changed.model)
    const message = changed.message ?? (started.body?.message ?? []).map(({ text, ...part }) => ({ ...part, text: journal.readText(text) }))
    const turnId = await turns.start({
      chatId, parentTurnId, role, model: changed.model ?? started.meta?.model ?? parts.settings.get().model, message, branch, narrowed: started.meta?.narrowed,
      check: () => {
        if (chats.find(chatId) === null || !journal.hasContent(origin.turnId)) throw new AppError('input.not-found', 'The chat of that run does not exist any more.', { advice: 'Choose another run.' })
      },
    })
    return { turnId, chatId }
  }

  return {
    'run.branch': async ({ turnId, fromStep, changes: { model, system, message, results = [], classes = [] } }) => {
      find(turnId)
      if (message?.every((part) => part.text.trim() === '') === true) throw new AppError('input.invalid', 'There is nothing in the message.', { advice: 'Write something first.' })
      const origin = turns.state(turnId)
      return start(origin, branchFrom(sources, origin, fromStep, { model, system, message, results, classes }), { message, model })
    },
    'run.let-through': async ({ turnId }) => {
      find(turnId)
      const blocked = turns.state(turnId)
      return start(blocked, letThrough(sources, blocked), {})
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
