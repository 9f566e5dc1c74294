import { AppError } from '../../../shared/errors.ts'
import type { ChatId, TurnId } from '../../../shared/ids.ts'
import type { TurnState } from '../../../shared/turn-state.ts'
import type { CoreParts } from '../rpc/core-parts.ts'
import { sha256 } from '../store/sha256.ts'
import { branchFrom, letThrough, type BranchChanges, type BranchSources, type BranchStart } from '../turn/start-branch.ts'

/** Starts turns that go on from another one. @throws AppError `input.*` where nothing can go on from there, and as a turn's start does */
export interface BranchStarter {
  /** @param stored called in the transaction that stores its start */
  readonly branch: (origin: TurnState, fromStep: number, changes: BranchChanges, stored?: (turnId: TurnId) => void) => Promise<Begun>
  readonly letThrough: (blocked: TurnState) => Promise<Begun>
}

export interface Begun { readonly turnId: TurnId; readonly chatId: ChatId }

type StarterParts = Pick<CoreParts, 'turns' | 'chats' | 'journal' | 'catalog' | 'chain' | 'ids' | 'models' | 'roles' | 'settings'>

export function createBranchStarter(parts: StarterParts): BranchStarter {
  const { turns, chats, journal, models, roles } = parts
  const sources: BranchSources = { journal, catalog: parts.catalog, chain: parts.chain, ids: parts.ids, sha256 }

  const start = async (origin: TurnState, branch: BranchStart, changed: Partial<Pick<BranchChanges, 'message' | 'model'>>, stored?: (turnId: TurnId) => void): Promise<Begun> => {
    const { started } = origin
    const role = roles.find(started?.role ?? '')
    if (started === null || role === null) throw new AppError('input.invalid', 'The role of that run does not exist any more, so nothing can go on from it.')
    const { chatId, parentTurnId } = started
    if (started.meta === null && (started.retryOf !== undefined || started.delegatedBy !== undefined)) throw new AppError('input.invalid', 'What that run may have at most is not kept any more, so nothing can go on from it.')
    if (changed.model !== undefined) models.open(changed.model)
    const message = changed.message ?? (started.body?.message ?? []).map(({ text, ...part }) => ({ ...part, text: journal.readText(text) }))
    const turnId = await turns.start({
      chatId, parentTurnId, role, model: changed.model ?? started.meta?.model ?? parts.settings.get().model, message, branch, narrowed: started.meta?.narrowed, ...(stored === undefined ? {} : { stored }),
      check: () => {
        if (chats.find(chatId) === null || !journal.hasContent(origin.turnId)) throw new AppError('input.not-found', 'The chat of that run does not exist any more.', { advice: 'Choose another run.' })
      },
    })
    return { turnId, chatId }
  }

  return {
    branch: (origin, fromStep, changes, stored) => start(origin, branchFrom(sources, origin, fromStep, changes), changes, stored),
    letThrough: (blocked) => start(blocked, letThrough(sources, blocked), {}),
  }
}
