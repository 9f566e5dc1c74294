import type { CallHandlers, WatchHandlers } from '../../../shared/contract.ts'
import { AppError } from '../../../shared/errors.ts'
import type { ChatId } from '../../../shared/ids.ts'
import type { ChatRow } from '../../../shared/run-record.ts'
import { ChatId as ChatIdSchema } from '../../../shared/ids.ts'
import type { CoreParts } from './core-parts.ts'
import { UNDO_MS } from '../undo-time.ts'
import { createRows, type Rows } from './rows.ts'
import { sendTree, type TreeRows } from './tree-rows.ts'

type ChatCalls = Pick<CallHandlers, 'chat.create' | 'chat.rename' | 'chat.pin' | 'chat.archive' | 'chat.delete' | 'chat.restore' | 'chat.show-branch' | 'chat.save-draft' | 'chat.draft-files' | 'chat.save-draft-files' | 'chat.search' | 'chat.export'>
type ChatWatches = Pick<WatchHandlers, 'chat.watch' | 'chats.watch'>

/** At least so long between two sweeps, so that one that fails doesn't spin. */
const SWEEP_PAUSE_MS = 1000

export interface ChatHandlers { readonly calls: ChatCalls; readonly watches: ChatWatches; readonly touch: (chatId: ChatId) => void; /** Erases what is due now, and the rest when it is. */ readonly scheduleSweep: () => void; readonly close: () => void }

export function createChatHandlers(parts: CoreParts, onChanged: () => void): ChatHandlers {
  const { chats, host, turns, journal } = parts
  const rows: Rows<ChatRow> = createRows({ list: chats.list, idOf: (row) => row.chatId, find: (id) => chats.find(ChatIdSchema.parse(id)) })
  const trees = new Map<ChatId, Set<TreeRows>>()
  let waiting: (() => void) | null = null
  let closed = false

  parts.onAppended((state, seated) => {
    const chatId = state.started?.chatId
    if (chatId === undefined || !seated.some(({ event }) => event.kind !== 'gate.decided' || event.verdict === 'ask')) return
    // The trees first: a chat that names its newest turn must not come before the turn.
    for (const tree of trees.get(chatId) ?? []) tree.touch(state.turnId)
    rows.touch(chatId)
  })

  const find = (chatId: ChatId): ChatRow => {
    const chat = chats.find(chatId)
    if (chat === null) throw new AppError('input.not-found', 'That chat does not exist any more.', { advice: 'Choose another chat.' })
    return chat
  }
  const change = (chatId: ChatId, fields: Parameters<typeof chats.change>[1]): Record<string, never> => {
    find(chatId)
    chats.change(chatId, fields)
    rows.touch(chatId)
    return {}
  }
  const stopAll = async (chatId: ChatId): Promise<void> => {
    const open = chats.tree(chatId).filter((turn) => turn.endedAt === null)
    await Promise.all(open.map((turn) => turns.stop(turn.turnId).catch((error: unknown) => {
      // What can't be read doesn't run either.
      if (!(error instanceof AppError && (error.code === 'store.corrupt' || error.code === 'store.newer'))) throw error
    })))
  }

  /** Erases what the undo window has let go; the headers stay for budgets and audit. What can't be erased now is at the next sweep. */
  const sweep = async (): Promise<void> => {
    for (const chatId of chats.expired(host.clock.now())) {
      await stopAll(chatId)
      for (const turn of chats.tree(chatId)) journal.eraseContent(turn.turnId)
      chats.remove(chatId)
    }
  }
  const scheduleSweep = (): void => {
    waiting?.()
    waiting = null
    const next = closed ? null : chats.nextExpiry()
    if (next !== null) waiting = host.clock.at(Math.max(next + 1, host.clock.now() + SWEEP_PAUSE_MS), () => { sweep().then(scheduleSweep, scheduleSweep) })
  }

  return {
    touch: (chatId) => {
      const leaf = chats.find(chatId)?.leafTurnId ?? null
      if (leaf !== null) for (const tree of trees.get(chatId) ?? []) tree.touch(leaf)
      rows.touch(chatId)
    },
    scheduleSweep,
    close: () => {
      closed = true
      waiting?.()
      rows.end()
      for (const open of trees.values()) for (const tree of open) tree.end()
    },
    calls: {
      'chat.create': () => {
        const chatId = parts.ids.newChatId()
        chats.create(chatId, host.clock.now())
        rows.touch(chatId)
        return Promise.resolve({ chatId })
      },
      'chat.rename': ({ chatId, title }) => {
        change(chatId, { title })
        onChanged()
        return Promise.resolve({})
      },
      'chat.pin': ({ chatId, pinned }) => Promise.resolve(change(chatId, { pinned })),
      'chat.archive': ({ chatId, archived }) => Promise.resolve(change(chatId, { archived })),
      'chat.delete': async ({ chatId }) => {
        const undoUntil = host.clock.now() + UNDO_MS
        // First, so that nothing new starts in it while what runs is being stopped.
        change(chatId, { deletedAt: undoUntil })
        try {
          await stopAll(chatId)
        } catch (error) {
          chats.change(chatId, { deletedAt: null })
          rows.touch(chatId)
          throw error
        }
        onChanged()
        scheduleSweep()
        return { undoUntil }
      },
      'chat.restore': ({ chatId }) => {
        chats.change(chatId, { deletedAt: null })
        rows.touch(chatId)
        onChanged()
        scheduleSweep()
        return Promise.resolve({})
      },
      'chat.show-branch': ({ chatId, leafTurnId }) => {
        const turn = chats.turn(leafTurnId)
        if (turn === null || turn.chatId !== chatId) throw new AppError('input.not-found', 'That turn is not in this chat.')
        return Promise.resolve(change(chatId, { leafTurnId }))
      },
      'chat.save-draft': ({ chatId, draft }) => Promise.resolve(change(chatId, { draft })),
      'chat.draft-files': ({ chatId }) => Promise.resolve([...parts.draftFiles.read(find(chatId).chatId)]),
      'chat.save-draft-files': ({ chatId, files }) => {
        parts.draftFiles.save(find(chatId).chatId, files)
        return Promise.resolve({})
      },
      'chat.search': ({ query, limit }, { signal }) => parts.reading.ask('chat.search', { query, limit }, signal),
      'chat.export': async ({ chatId, format }, { signal }) => parts.reading.ask('chat.export', { chat: find(chatId), format }, signal),
    },
    watches: {
      'chats.watch': (_input, emit) => rows.watch(emit),
      'chat.watch': ({ chatId }, emit) => {
        find(chatId)
        const tree = sendTree({ chats, clock: host.clock }, chatId, emit)
        const open = trees.get(chatId) ?? new Set()
        trees.set(chatId, open.add(tree))
        return () => {
          tree.end()
          open.delete(tree)
          if (open.size === 0) trees.delete(chatId)
        }
      },
    },
  }
}
