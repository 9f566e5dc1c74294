import type { CoreHandlers } from '../../../shared/contract.ts'
import type { ChatId } from '../../../shared/ids.ts'
import { explainPause } from '../../../shared/explain-pause.ts'
import { createBackupHandlers } from './backup-handlers.ts'
import { createBudgetHandlers } from './budget-handlers.ts'
import { createBranchHandlers } from './branch-handlers.ts'
import { createCaseHandlers } from './case-handlers.ts'
import { createChatHandlers } from './chat-handlers.ts'
import { runCommand } from './commands.ts'
import { createConnectorHandlers } from './connector-handlers.ts'
import type { CoreParts } from './core-parts.ts'
import { createClaimHandlers } from './claim-handlers.ts'
import { createCoworkerHandlers } from './coworker-handlers.ts'
import { createGoalHandlers } from './goal-handlers.ts'
import { createJobHandlers } from './job-handlers.ts'
import { createLookBackHandlers } from './look-back-handlers.ts'
import { createMemoryHandlers } from './memory-handlers.ts'
import { createModelHandlers } from './model-handlers.ts'
import { createRoleHandlers } from './role-handlers.ts'
import { createRunHandlers } from './run-handlers.ts'
import { createSecretHandlers } from './secret-handlers.ts'
import { createSettingsHandlers } from './settings-handlers.ts'
import { createTurnHandlers } from './turn-handlers.ts'
import { createSourceHandlers } from './source-handlers.ts'
import { createCertificationHandlers } from './certification-handlers.ts'
import { createWebhookHandlers } from './webhook-handlers.ts'
import { warnOfCaps } from './warn-of-caps.ts'

/** Every operation of the contract, each by the file that owns its subject. */
export function createHandlers(parts: CoreParts): { readonly handlers: CoreHandlers; /** What is shown of a chat changed without an event. */ readonly touchChat: (chatId: ChatId) => void; /** Turns were taken over: what made some of them goes on. */ readonly resume: () => void; readonly close: () => void } {
  const turns = createTurnHandlers(parts)
  const chats = createChatHandlers(parts, () => {
    turns.refresh()
    settings.refresh()
    runs.refresh()
    jobs.refresh()
    goals.refresh()
  })
  const connectors = createConnectorHandlers(parts, {
    refreshApprovals: turns.refresh,
    removeSecret: async (name) => { await secrets.calls['secret.remove']({ name }, { clientId: 'core' }) },
  })
  const memory = createMemoryHandlers(parts)
  const settings = createSettingsHandlers(parts, () => {
    connectors.refresh()
    models.refresh()
    jobs.refresh()
    goals.refresh()
  })
  const models = createModelHandlers(parts, (model) => settings.calls['settings.update']({ model }, { clientId: 'core' }))
  const secrets = createSecretHandlers(parts, models.refresh)
  const runs = createRunHandlers(parts)
  const roles = createRoleHandlers(parts)
  const jobs = createJobHandlers(parts, roles.touch)
  const webhooks = createWebhookHandlers(parts, chats.touch)
  const sources = createSourceHandlers(parts, roles.touch)
  const certifications = createCertificationHandlers(parts, () => {
    models.refresh()
    sources.refresh()
  })
  const coworkers = createCoworkerHandlers(parts, { onRole: roles.touch, onCoworker: jobs.touchCoworker, onChat: chats.touch })
  const goals = createGoalHandlers(parts, roles.touch)
  const cases = createCaseHandlers(parts)
  chats.scheduleSweep()
  notifyPerson(parts)
  const endWarnings = warnOfCaps(parts)
  return {
    handlers: {
      calls: {
        ...chats.calls, ...turns.calls, ...connectors.calls, ...memory.calls, ...settings.calls, ...models.calls, ...secrets.calls, ...runs.calls, ...roles.calls, ...jobs.calls,
        ...webhooks.calls, ...coworkers.calls, ...goals.calls, ...sources.calls, ...certifications.calls,
        ...createBackupHandlers(parts), ...createBudgetHandlers(parts), ...createClaimHandlers(),
        ...cases.calls, ...createLookBackHandlers(parts), ...createBranchHandlers(parts),
        'command.run': async ({ chatId, line, typed = false }) => {
          const reply = await runCommand(parts, chatId, { line, typed }, models.choose)
          if (reply.act.kind === 'open-chat') chats.touch(reply.act.chatId)
          return reply
        },
      },
      watches: { ...chats.watches, ...turns.watches, ...connectors.watches, ...memory.watches, ...settings.watches, ...models.watches, ...secrets.watches, ...runs.watches, ...roles.watches, ...jobs.watches, ...webhooks.watches, ...coworkers.watches, ...goals.watches, ...sources.watches, ...certifications.watches, ...cases.watches },
    },
    resume: cases.resume,
    touchChat: (chatId) => {
      chats.touch(chatId)
      settings.refresh()
    },
    close: () => {
      endWarnings()
      for (const part of [chats, turns, connectors, memory, settings, models, secrets, runs, roles, jobs, webhooks, coworkers, goals, sources, certifications, cases]) part.close()
    },
  }
}

/** What the system should tell the person wherever they are: a question, and a cap in the way. */
function notifyPerson(parts: CoreParts): void {
  parts.onAppended((state, seated) => {
    const { started } = state
    if (started === null) return
    for (const { event } of seated) {
      if (event.kind === 'turn.paused') parts.host.notify({ title: 'Gatehouse paused a chat', text: explainPause(event), chatId: started.chatId })
      const isOutcome = event.kind === 'outcome.asked'
      if (!isOutcome && (event.kind !== 'gate.decided' || event.verdict !== 'ask')) continue
      const tool = state.calls.get(event.callId)?.call.meta?.tool
      parts.host.notify({ title: 'Gatehouse asks', text: `${tool?.connectorLabel ?? ''}: ${tool?.title ?? 'a tool'} ${isOutcome ? 'may have run: say what became of it.' : 'waits for your answer.'}`, chatId: started.chatId })
    }
  })
}
