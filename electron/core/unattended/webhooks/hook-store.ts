import type Database from 'better-sqlite3'
import { z } from 'zod'
import { AppError } from '../../../../shared/errors.ts'
import { ChatId, HookId, SourceId, type TurnId } from '../../../../shared/ids.ts'
import { WINDOW_SECONDS } from './check-delivery.ts'
import { flag } from '../../store/columns.ts'

export interface Hook { readonly hookId: HookId; readonly name: string; readonly about: string; readonly path: string; readonly on: boolean; readonly chatId: ChatId | null; readonly createdAt: number; /** Whose messages come there; null: they are summed up. */ readonly sourceId: SourceId | null }
export interface Delivery { readonly id: string; readonly bodyHash: string; readonly at: number; readonly turnId: TurnId }

export interface HookStore {
  readonly list: () => readonly Hook[]
  readonly find: (hookId: HookId) => Hook | null
  readonly findByPath: (path: string) => Hook | null
  /** @throws AppError `input.not-found` */
  readonly get: (hookId: HookId) => Hook
  readonly add: (hook: Hook) => void
  readonly change: (hookId: HookId, change: { readonly name?: string; readonly about?: string; readonly on?: boolean; readonly chatId?: ChatId }) => void
  readonly remove: (hookId: HookId) => void
  /** The hash of the body that came under this id; null: none did. */
  readonly seen: (hookId: HookId, deliveryId: string) => string | null
  /** Written with the start of its turn. */
  readonly keep: (hookId: HookId, delivery: Delivery) => void
  /** Whether what was signed at this time (milliseconds) may have come under an id that is no longer kept. */
  readonly isPruned: (hookId: HookId, signedAt: number) => boolean
  /** Lets go of ids that came before `at`, a few hundred at a time; those whose turn hasn't ended stay. */
  readonly prune: (hookId: HookId, at: number) => void
  readonly countSince: (hookId: HookId, at: number) => number
  readonly received: (hookId: HookId) => { readonly count: number; readonly lastAt: number | null }
  /** Runs of this hook that haven't ended. */
  readonly openRuns: (hookId: HookId) => number
  readonly listener: () => { readonly on: boolean; readonly port: number | null }
  readonly setListener: (on: boolean, port: number | null) => void
  readonly onChanged: (listener: (hookId: HookId) => void) => void
}

const Row = z.object({ hook_id: HookId, name: z.string(), about: z.string(), path: z.string(), is_on: flag, chat_id: ChatId.nullable(), created_at: z.int(), source_id: SourceId.nullable() })
  .transform((row): Hook => ({ hookId: row.hook_id, name: row.name, about: row.about, path: row.path, on: row.is_on, chatId: row.chat_id, createdAt: row.created_at, sourceId: row.source_id }))
const Listener = z.object({ is_on: flag, port: z.int().nullable() })
const Through = z.int().nullable().optional()
/** A day: nothing older is asked for, neither by the window of five minutes nor by the count of an hour. */
export const KEPT_MS = 86_400_000
const PRUNED_AT_ONCE = 500
const Old = z.object({ id: z.string(), at: z.int() })
const Received = z.object({ count: z.int(), lastAt: z.int().nullable() })

export function createHookStore(database: Database.Database): HookStore {
  const listeners: ((hookId: HookId) => void)[] = []
  const told = (hookId: HookId): void => { for (const listener of listeners) listener(hookId) }
  const selectAll = database.prepare('SELECT * FROM webhooks ORDER BY created_at, hook_id')
  const selectOne = database.prepare('SELECT * FROM webhooks WHERE hook_id = ?')
  const selectPath = database.prepare('SELECT * FROM webhooks WHERE path = ?')
  const insert = database.prepare('INSERT INTO webhooks (hook_id, name, about, path, is_on, chat_id, created_at, source_id) VALUES (@hookId, @name, @about, @path, @on, @chatId, @createdAt, @sourceId)')
  const update = database.prepare('UPDATE webhooks SET name = coalesce(@name, name), about = coalesce(@about, about), is_on = coalesce(@on, is_on), chat_id = coalesce(@chatId, chat_id) WHERE hook_id = @hookId')
  const drops = ['DELETE FROM webhook_deliveries WHERE hook_id = ?', 'DELETE FROM webhooks WHERE hook_id = ?'].map((sql) => database.prepare(sql))
  const selectSeen = database.prepare('SELECT body_hash FROM webhook_deliveries WHERE hook_id = ? AND delivery_id = ?').pluck()
  const insertDelivery = database.prepare('INSERT INTO webhook_deliveries (hook_id, delivery_id, body_hash, at, turn_id) VALUES (?, ?, ?, ?, ?)')
  const count = database.prepare('SELECT count(*) FROM webhook_deliveries WHERE hook_id = ? AND at > ?').pluck()
  const selectReceived = database.prepare(`SELECT count(d.at) + coalesce(max(h.pruned), 0) AS count, coalesce(max(d.at), max(h.pruned_through)) AS lastAt
    FROM webhooks h LEFT JOIN webhook_deliveries d ON d.hook_id = h.hook_id WHERE h.hook_id = ?`)
  const selectOld = database.prepare(`SELECT d.delivery_id AS id, d.at FROM webhook_deliveries d WHERE d.hook_id = ? AND d.at < ?
    AND NOT EXISTS (SELECT 1 FROM turns t WHERE t.turn_id = d.turn_id AND t.status IN ('running', 'parked', 'paused')) ORDER BY d.at LIMIT ${PRUNED_AT_ONCE}`)
  const dropDelivery = database.prepare('DELETE FROM webhook_deliveries WHERE hook_id = ? AND delivery_id = ?')
  const notePruned = database.prepare('UPDATE webhooks SET pruned = pruned + ?, pruned_through = max(coalesce(pruned_through, 0), ?) WHERE hook_id = ?')
  const selectThrough = database.prepare('SELECT pruned_through FROM webhooks WHERE hook_id = ?').pluck()
  const countOpen = database.prepare(`SELECT count(*) FROM webhook_deliveries d JOIN turns t ON t.turn_id = d.turn_id WHERE d.hook_id = ? AND t.status IN ('running', 'parked', 'paused')`).pluck()
  const selectListener = database.prepare('SELECT is_on, port FROM webhook_listener')
  const updateListener = database.prepare('UPDATE webhook_listener SET is_on = ?, port = coalesce(?, port)')
  const one = (row: unknown): Hook | null => (row === undefined ? null : Row.parse(row))
  const drop = database.transaction((hookId: HookId) => { for (const statement of drops) statement.run(hookId) })
  const prune = database.transaction((hookId: HookId, at: number) => {
    const old = selectOld.all(hookId, at).map((row) => Old.parse(row))
    for (const { id } of old) dropDelivery.run(hookId, id)
    const last = old.at(-1)
    if (last !== undefined) notePruned.run(old.length, last.at, hookId)
  })
  const find = (hookId: HookId): Hook | null => one(selectOne.get(hookId))
  return {
    list: () => selectAll.all().map((row) => Row.parse(row)),
    find,
    findByPath: (path) => one(selectPath.get(path)),
    get: (hookId) => find(hookId) ?? missing(),
    add: (hook) => {
      insert.run({ ...hook, on: hook.on ? 1 : 0 })
      told(hook.hookId)
    },
    change: (hookId, { name = null, about = null, on, chatId = null }) => {
      if (update.run({ hookId, name, about, chatId, on: on === undefined ? null : on ? 1 : 0 }).changes === 0) missing()
      told(hookId)
    },
    remove: (hookId) => {
      drop(hookId)
      told(hookId)
    },
    seen: (hookId, deliveryId) => z.string().nullable().parse(selectSeen.get(hookId, deliveryId) ?? null),
    keep: (hookId, { id, bodyHash, at, turnId }) => { insertDelivery.run(hookId, id, bodyHash, at, turnId) },
    isPruned: (hookId, signedAt) => {
      const through = Through.parse(selectThrough.get(hookId)) ?? null
      return through !== null && signedAt <= through + WINDOW_SECONDS * 1000
    },
    prune,
    countSince: (hookId, at) => z.int().parse(count.get(hookId, at)),
    received: (hookId) => Received.parse(selectReceived.get(hookId)),
    openRuns: (hookId) => z.int().parse(countOpen.get(hookId)),
    listener: () => { const { is_on: on, port } = Listener.parse(selectListener.get()); return { on, port } },
    setListener: (on, port) => { updateListener.run(on ? 1 : 0, port) },
    onChanged: (listener) => { listeners.push(listener) },
  }
}

function missing(): never {
  throw new AppError('input.not-found', 'That webhook does not exist any more.', { advice: 'Choose another one.' })
}
