import type { CallHandlers, WatchHandlers } from '../../../shared/contract.ts'
import type { CoworkerId, CoworkerRow } from '../../../shared/coworker.ts'
import type { ChatId } from '../../../shared/ids.ts'
import { coworkerOfRole, coworkerRoleId } from '../roles/role-ids.ts'
import { runCoworker, toCoworkerRow } from '../coworkers/coworkers.ts'
import type { CoreParts } from './core-parts.ts'
import { createRows, type Rows } from './rows.ts'

type CoworkerCalls = Pick<CallHandlers, 'coworker.presets' | 'coworker.check' | 'coworker.save' | 'coworker.remove' | 'coworker.run'>

export interface CoworkerHandlers { readonly calls: CoworkerCalls; readonly watches: Pick<WatchHandlers, 'coworkers.watch'>; readonly close: () => void }

export interface AfterCoworker {
  /** A role came, changed or went. */
  readonly onRole: (roleId: string) => void
  readonly onCoworker: (id: CoworkerId) => void
  readonly onChat: (chatId: ChatId) => void
}

export function createCoworkerHandlers(parts: CoreParts, after: AfterCoworker): CoworkerHandlers {
  const { coworkers, chats, turns, ids, roles, host, settings } = parts
  const rows: Rows<CoworkerRow> = createRows({
    list: () => coworkers.list().map((stored) => toCoworkerRow(coworkers, stored)),
    idOf: ({ id }) => id,
    find: (id) => { const stored = coworkers.find(id); return stored === null ? null : toCoworkerRow(coworkers, stored) },
  })
  const touch = (id: CoworkerId): void => {
    rows.touch(id)
    after.onRole(coworkerRoleId(id))
    after.onCoworker(id)
  }
  parts.onAppended((state, seated) => {
    const id = state.started === null ? null : coworkerOfRole(state.started.role)
    if (id !== null && seated.some(({ event }) => event.kind === 'turn.started' || event.kind === 'turn.ended')) rows.touch(id)
  })
  return {
    close: rows.end,
    watches: { 'coworkers.watch': (_input, emit) => rows.watch(emit) },
    calls: {
      'coworker.presets': async () => ({ presets: [...coworkers.presets(settings.get().model)] }),
      'coworker.check': async ({ profile }) => ({ problems: [...coworkers.problemsOf(profile)], tools: [...coworkers.offered(profile)] }),
      'coworker.save': async ({ id, profile }) => {
        const saved = coworkers.save(id, profile)
        if ('problems' in saved) return { saved: false, problems: [...saved.problems] }
        touch(saved.id)
        return { saved: true, id: saved.id }
      },
      'coworker.remove': async ({ id }) => {
        coworkers.remove(id)
        touch(id)
        return {}
      },
      'coworker.run': async ({ id, task }) => {
        const run = await runCoworker(coworkers, { turns, chats, newChatId: ids.newChatId, roleOf: roles.get }, id, task, host.clock.now())
        after.onChat(run.chatId)
        return run
      },
    },
  }
}
