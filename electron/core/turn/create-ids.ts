import { CallId, ChatId, StandingApprovalId, TurnId } from '../../../shared/ids.ts'
import type { Host } from '../host.ts'
import type { Ids } from './turn-ports.ts'

/** @param after how the process before this one ended */
export const createIds = (host: Host, after: Ids['after']): Ids => ({
  newTurnId: () => TurnId.parse(`turn_${host.newId()}`),
  newCallId: () => CallId.parse(`call_${host.newId()}`),
  newChatId: () => ChatId.parse(`chat_${host.newId()}`),
  newStandingId: () => StandingApprovalId.parse(`standing_${host.newId()}`),
  boot: host.newId(),
  after,
})
