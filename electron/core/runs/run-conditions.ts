import type { DecisionFilter, RunFilter } from '../../../shared/run-log.ts'
import { toFullTextQuery } from '../store/search.ts'

export interface Condition { readonly sql: string; readonly values: readonly (string | number)[] }

const DECISIONS: Readonly<Record<DecisionFilter, string>> = {
  run: `a.verdict = 'run'`, ask: `a.verdict = 'ask'`, deny: `a.verdict = 'deny'`, capped: `a.verdict = 'cap'`,
  approved: `a.answer = 'approved'`, rejected: `a.answer = 'rejected'`, expired: `a.answer = 'expired'`,
}

/** What a filter says of runs (`t`) alone. Runs of deleted chats are found by what is left of them. */
export function runConditions({ status, role }: RunFilter): readonly Condition[] {
  return [
    ...(status === null ? [] : [{ sql: 't.status = ?', values: [status] }]),
    ...(role === null ? [] : [{ sql: 't.role = ?', values: [role] }]),
  ]
}

/** What a filter says of calls (`a`) alone. */
export function entryConditions({ connectorId, toolClass, decision }: RunFilter): readonly Condition[] {
  return [
    ...(connectorId === null ? [] : [{ sql: 'a.connector_id = ?', values: [connectorId] }]),
    ...(toolClass === null ? [] : [{ sql: 'a.tool_class = ?', values: [toolClass] }]),
    ...(decision === null ? [] : [{ sql: DECISIONS[decision], values: [] }]),
  ]
}

/** Both given as columns. */
export function timeConditions({ from, to }: RunFilter, column: string): readonly Condition[] {
  return [...(from === null ? [] : [{ sql: `${column} >= ?`, values: [from] }]), ...(to === null ? [] : [{ sql: `${column} <= ?`, values: [to] }])]
}

/** A text is looked for in kept messages of chats that are there, and in names of tools, connectors and runs. */
export function textConditions({ query }: RunFilter, byName: string): readonly Condition[] {
  if (query.trim() === '') return []
  const words = toFullTextQuery(query)
  const pattern = `%${query.trim().replace(/[\\%_]/gu, (sign) => `\\${sign}`)}%`
  const inMessages = `t.turn_id IN (SELECT m.turn_id FROM message_search m JOIN chats k ON k.chat_id = m.chat_id AND k.deleted_at IS NULL WHERE message_search MATCH ?)`
  const names = (byName.match(/\?/gu) ?? []).map(() => pattern)
  return [{ sql: `(t.turn_id LIKE ? ESCAPE '\\' OR ${byName}${words === null ? '' : ` OR ${inMessages}`})`, values: [pattern, ...names, ...(words === null ? [] : [words])] }]
}

export function allOf(conditions: readonly Condition[]): Condition {
  return { sql: conditions.length === 0 ? '1' : conditions.map(({ sql }) => sql).join(' AND '), values: conditions.flatMap(({ values }) => values) }
}

const TOOL_NAME = `(a.tool LIKE ? ESCAPE '\\' OR a.connector_id LIKE ? ESCAPE '\\')`

/** Of a list of runs. */
export function runsFit(filter: RunFilter): Condition {
  const entry = entryConditions(filter)
  const { sql, values } = allOf(entry)
  return allOf([
    ...runConditions(filter), ...timeConditions(filter, 't.started_at'),
    ...(filter.tainted ? [{ sql: 't.tainted = 1', values: [] }] : []),
    ...(entry.length === 0 ? [] : [{ sql: `EXISTS (SELECT 1 FROM audit_entries a WHERE a.turn_id = t.turn_id AND ${sql})`, values }]),
    ...textConditions(filter, `EXISTS (SELECT 1 FROM audit_entries a WHERE a.turn_id = t.turn_id AND ${TOOL_NAME})`),
  ])
}

/** Of a list of calls and pauses. */
export function entriesFit(filter: RunFilter): Condition {
  return allOf([
    ...runConditions(filter), ...entryConditions(filter), ...timeConditions(filter, 'a.at'),
    ...(filter.tainted ? [{ sql: 'a.tainted = 1', values: [] }] : []),
    ...textConditions(filter, TOOL_NAME),
  ])
}
