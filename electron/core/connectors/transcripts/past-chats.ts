import { foldTurn } from '../../../../shared/fold-turn.ts'
import type { ChatId, TurnId } from '../../../../shared/ids.ts'
import { byAuthor } from '../../../../shared/message-author.ts'
import { forgottenSource, type TaintSource } from '../../../../shared/taint.ts'
import type { MessagePart } from '../../../../shared/turn-event.ts'
import type { TurnState } from '../../../../shared/turn-state.ts'
import type { Chats } from '../../store/chats.ts'
import type { Journal } from '../../store/journal.ts'
import type { ChatHit } from '../../store/search.ts'

export interface PastTurn {
  readonly turnId: TurnId
  readonly at: number
  /** Who wrote what was asked, each once, where it wasn't the person alone. */
  readonly authors: readonly string[]
  /** Null: no longer kept. */
  readonly asked: string | null
  readonly answered: string | null
  /** Titles of the tools that ran, in their order; what they gave isn't here. */
  readonly tools: readonly string[]
  /** Of all that the turn had read by its end; empty for clean text. */
  readonly taint: readonly TaintSource[]
}

/** What was said in chats that are still there. */
export interface PastChats {
  readonly search: (query: string, limit: number, signal?: AbortSignal) => Promise<readonly ChatHit[]>
  readonly chatOf: (turnId: TurnId) => ChatId | null
  /** Null: deleted, or never was. */
  readonly find: (chatId: ChatId) => { readonly title: string; readonly leafTurnId: TurnId | null } | null
  /** Of the shown branch, the youngest first: from this turn back to the root, read one by one. */
  readonly turnsBack: (chatId: ChatId, from: TurnId) => Iterable<PastTurn>
  readonly taintOf: (turnId: TurnId) => readonly TaintSource[]
}

export interface PastChatsDeps {
  readonly journal: Pick<Journal, 'read' | 'readText'>
  readonly chats: Pick<Chats, 'find' | 'turn'>
  readonly search: PastChats['search']
}

export function createPastChats({ journal, chats, search }: PastChatsDeps): PastChats {
  const load = (turnId: TurnId): TurnState => foldTurn(turnId, journal.read(turnId).map(({ event }) => event))
  const readTurn = (turnId: TurnId, at: number): PastTurn => {
    const state = load(turnId)
    const message = state.started?.body?.message ?? null
    const isKept = state.steps.every((step) => step.ended === null || step.ended.body !== null)
    return {
      turnId, at, authors: authorsOf(message ?? []),
      asked: message === null ? null : message.map((part) => journal.readText(part.text)).join('\n'),
      answered: isKept ? state.steps.flatMap((step) => step.blocks.flatMap((block) => (block.type === 'text' ? [journal.readText(block.text)] : []))).join('\n\n') : null,
      tools: [...state.calls.values()].flatMap(({ call }) => call.meta?.tool?.title ?? []),
      taint: taintOf(state, at),
    }
  }
  return {
    search,
    chatOf: (turnId) => chats.turn(turnId)?.chatId ?? null,
    find: (chatId) => {
      const chat = chats.find(chatId)
      return chat === null ? null : { title: chat.title, leafTurnId: chat.leafTurnId }
    },
    turnsBack: function* (chatId, from) {
      const seen = new Set<TurnId>()
      for (let next: TurnId | null = from; next !== null && !seen.has(next);) {
        seen.add(next)
        const turn = chats.turn(next)
        if (turn === null || turn.chatId !== chatId) return
        yield readTurn(next, turn.startedAt)
        next = turn.parentTurnId
      }
    },
    taintOf: (turnId) => taintOf(load(turnId), chats.turn(turnId)?.startedAt ?? 0),
  }
}

function authorsOf(message: readonly MessagePart[]): readonly string[] {
  const authors = byAuthor(message).map(({ author }) => author)
  return authors.every((author) => author === null) ? [] : [...new Set(authors.map((author) => author ?? 'the person'))]
}

/** The mark outlives what it says of itself. */
const taintOf = ({ tainted, taint }: TurnState, at: number): readonly TaintSource[] => (tainted && taint.length === 0 ? [forgottenSource(at)] : tainted ? taint : [])
