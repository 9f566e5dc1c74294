import type Database from 'better-sqlite3'
import { z } from 'zod'
import { ChatId, ConnectorId, StandingApprovalId, TurnId, type Digest } from '../../../shared/ids.ts'
import { StandingScope, type ToolIdentity } from '../../../shared/policy.ts'
import type { StandingApproval } from '../../../shared/run-record.ts'
import type { TaintSource } from '../../../shared/taint.ts'

export interface StandingRequest {
  readonly chatId: ChatId
  readonly turnId: TurnId
  readonly identity: ToolIdentity
  readonly pin: Digest
  readonly taint: readonly TaintSource[]
}

/** Bounded approvals given ahead: a count of calls of one tool, in one turn or chat, for one definition and one taint. */
export interface StandingApprovals {
  readonly add: (id: StandingApprovalId, request: StandingRequest & { readonly scope: StandingScope; readonly times: number; readonly title: string; readonly at: number }) => void
  /** One that covers the call, or null: used up, revoked, another definition, or new taint all void it. */
  readonly find: (request: StandingRequest) => StandingApprovalId | null
  /** Not revoked; one that is used up still covers the call it was spent on. */
  readonly isLive: (id: StandingApprovalId) => boolean
  readonly list: () => readonly StandingApproval[]
  readonly revoke: (id: StandingApprovalId, at: number) => void
}

const Found = StandingApprovalId.nullable()
const Row = z.object({
  id: StandingApprovalId, scope: StandingScope, chat_id: ChatId, chat_title: z.string(), turn_id: TurnId, connector_id: ConnectorId,
  tool: z.string(), title: z.string(), times: z.int(), used: z.int(), created_at: z.int(),
})

export function createStandingApprovals(database: Database.Database, sha256: (text: string) => Digest): StandingApprovals {
  const insert = database.prepare(`INSERT INTO standing_approvals (id, scope, chat_id, turn_id, connector_id, tool, title, pin, taint_digest, times, used, created_at, revoked_at)
    VALUES (@id, @scope, @chatId, @turnId, @connectorId, @tool, @title, @pin, @taintDigest, @times, 0, @at, NULL)`)
  const select = database.prepare(`SELECT id FROM standing_approvals
    WHERE connector_id = @connectorId AND tool = @tool AND pin = @pin AND taint_digest = @taintDigest AND chat_id = @chatId AND (scope = 'chat' OR turn_id = @turnId)
      AND used < times AND revoked_at IS NULL ORDER BY created_at LIMIT 1`).pluck()
  const selectLive = database.prepare(`SELECT s.*, c.title AS chat_title FROM standing_approvals s JOIN chats c ON c.chat_id = s.chat_id
    LEFT JOIN turns t ON t.turn_id = s.turn_id
    WHERE s.used < s.times AND s.revoked_at IS NULL AND c.deleted_at IS NULL AND (s.scope = 'chat' OR t.ended_at IS NULL) ORDER BY s.created_at`)
  const selectRevoked = database.prepare('SELECT revoked_at FROM standing_approvals WHERE id = ?').pluck()
  const revoke = database.prepare('UPDATE standing_approvals SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL')

  const taintDigest = (taint: readonly TaintSource[]): Digest => sha256(JSON.stringify(taint.map(({ kind, connectorId, tool, label }) => [kind, connectorId, tool, label]).sort()))
  const keyOf = ({ chatId, turnId, identity, pin, taint }: StandingRequest) =>
    ({ chatId, turnId, connectorId: identity.connectorId, tool: identity.tool, pin, taintDigest: taintDigest(taint) })

  return {
    add: (id, request) => { insert.run({ ...keyOf(request), id, scope: request.scope, times: request.times, title: request.title, at: request.at }) },
    find: (request) => Found.parse(select.get(keyOf(request)) ?? null),
    isLive: (id) => selectRevoked.get(id) === null,
    list: () => selectLive.all().map((value): StandingApproval => {
      const row = Row.parse(value)
      return {
        id: row.id, scope: row.scope, chatId: row.chat_id, chatTitle: row.chat_title, turnId: row.scope === 'turn' ? row.turn_id : null, connectorId: row.connector_id,
        tool: row.tool, title: row.title, times: row.times, used: row.used, createdAt: row.created_at,
      }
    }),
    revoke: (id, at) => { revoke.run(at, id) },
  }
}
