import type { CoreHandlers } from '../../../shared/contract.ts'
import { createChatHandlers } from './chat-handlers.ts'
import { runCommand } from './commands.ts'
import { createConnectorHandlers } from './connector-handlers.ts'
import type { CoreParts } from './core-parts.ts'
import { createMemoryHandlers } from './memory-handlers.ts'
import { createSettingsHandlers } from './settings-handlers.ts'
import { createTurnHandlers } from './turn-handlers.ts'

/** Every operation of the contract, each by the file that owns its subject. */
export function createHandlers(parts: CoreParts): { readonly handlers: CoreHandlers; readonly close: () => void } {
  const turns = createTurnHandlers(parts)
  const chats = createChatHandlers(parts, () => {
    turns.refresh()
    settings.refresh()
  })
  const connectors = createConnectorHandlers(parts)
  const memory = createMemoryHandlers(parts)
  const settings = createSettingsHandlers(parts, connectors.refresh)
  chats.scheduleSweep()
  notifyQuestions(parts)
  return {
    handlers: {
      calls: {
        ...chats.calls, ...turns.calls, ...connectors.calls, ...memory.calls, ...settings.calls,
        'command.run': async ({ chatId, line }) => {
          const reply = await runCommand(parts, chatId, line)
          if (reply.act.kind === 'open-chat') chats.touch(reply.act.chatId)
          return reply
        },
      },
      watches: { ...chats.watches, ...turns.watches, ...connectors.watches, ...memory.watches, ...settings.watches },
    },
    close: () => { for (const part of [chats, turns, connectors, memory, settings]) part.close() },
  }
}

function notifyQuestions(parts: CoreParts): void {
  parts.onAppended((state, seated) => {
    for (const { event } of seated) {
      if (event.kind !== 'gate.decided' || event.verdict !== 'ask' || state.started === null) continue
      const tool = state.calls.get(event.callId)?.call.meta?.tool
      parts.host.notify({ title: 'Gatehouse asks', text: `${tool?.connectorLabel ?? ''}: ${tool?.title ?? 'a tool'} waits for your answer.`, chatId: state.started.chatId })
    }
  })
}
