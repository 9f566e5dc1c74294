import type Database from 'better-sqlite3'
import { z } from 'zod'
import type { RunFilter } from '../../../shared/run-log.ts'
import { createHeadReader } from '../store/audit-chain.ts'
import type { AuditList } from './audit-list.ts'
import { createRecordReader, type ChainRecord } from './chain-records.ts'

export interface ExportPiece { readonly lines: string[]; /** Null: this was the last piece. */ readonly after: number | null; readonly until: number; readonly done: number; readonly of: number }

/** The version of the file; `scripts/verify.mjs` knows what it reads. */
const EXPORT_VERSION = 1
/** Records that are read at once: some milliseconds of work, whatever a window asks for. */
const AT_ONCE = 200

/**
 * An export of the chain as JSON Lines, piece by piece. The first line says where it begins and which link came before;
 * then one line for each record; the last says where it ends. A record outside of what was asked for keeps its header, or
 * the chain couldn't be followed. Content is what its capture level kept; `leaveOutSecrets` takes out what holds a secret.
 */
export function createExport(database: Database.Database, audit: AuditList): (filter: RunFilter, after: number | null, until: number | null, now: number) => ExportPiece {
  const readRecords = createRecordReader(database)
  const readHead = createHeadReader(database)
  const chainAt = database.prepare('SELECT chain FROM events WHERE position = ?').pluck()
  const firstFrom = database.prepare('SELECT position FROM events WHERE at >= ? ORDER BY position LIMIT 1').pluck()
  const lastUntil = database.prepare('SELECT position FROM events WHERE at <= ? ORDER BY position DESC LIMIT 1').pluck()
  const Place = z.int().nullish()
  let kept: { readonly of: string; readonly from: number; readonly runs: ReadonlySet<string> | null } | null = null
  /** Found once for an export, not once for each piece of it. */
  const scopeOf = (filter: RunFilter, isFirst: boolean, end: number): { readonly from: number; readonly runs: ReadonlySet<string> | null } => {
    const of = JSON.stringify(filter)
    // Clocks can go back, so a range is from the first to the last record within it, with all that lie between.
    if (kept === null || isFirst || kept.of !== of) kept = { of, from: filter.from === null ? 1 : Place.parse(firstFrom.get(filter.from)) ?? end + 1, runs: wantedRuns(filter, audit) }
    return kept
  }

  return (filter, after, until, now) => {
    const head = readHead()
    const end = head?.position ?? 0
    const { from, runs } = scopeOf(filter, after === null, end)
    const to = until ?? (filter.to === null ? end : Place.parse(lastUntil.get(filter.to)) ?? 0)
    const before = from <= 1 ? '' : z.string().catch('').parse(chainAt.get(from - 1))
    const start = after ?? from - 1
    const records = readRecords(start, AT_ONCE).filter(({ position }) => position <= to)
    const lines = [
      ...(after === null ? [JSON.stringify({ gatehouse: 'audit-export', version: EXPORT_VERSION, exportedAt: now, from, before, secondFrom: head?.secondFrom ?? 1 })] : []),
      ...records.map((record) => JSON.stringify(toLine(record, runs === null || runs.has(record.turnId)))),
    ]
    const last = records.at(-1)?.position ?? start
    const isDone = last >= to || records.length === 0
    if (isDone) lines.push(JSON.stringify({ end: Math.max(to, from - 1), records: Math.max(0, to - from + 1), chain: to < from ? before : z.string().catch('').parse(chainAt.get(to)) }))
    return { lines, after: isDone ? null : last, until: to, done: Math.max(0, last - from + 1), of: Math.max(0, to - from + 1) }
  }
}

/** Null: all of them. */
function wantedRuns(filter: RunFilter, audit: AuditList): ReadonlySet<string> | null {
  const isOnlyTime = filter.query.trim() === '' && filter.status === null && filter.role === null && filter.connectorId === null && filter.toolClass === null && filter.decision === null && !filter.tainted
  return isOnlyTime ? null : audit.runsWith(filter)
}

function toLine(record: ChainRecord, isWanted: boolean): object {
  const { position, turnId, seq, kind, version, at, header, chain } = record
  const layer = (text: string | null, salt: string | null, hash: string | null, size: number): object | null => {
    if (hash === null) return null
    if (text === null) return { hash, size, left: 'not kept' }
    if (!isWanted) return { hash, size, left: 'outside the filter' }
    return { hash, size, salt, content: parse(text) }
  }
  return {
    position, turnId, seq, kind, version, at, header: parse(header),
    meta: layer(record.meta, record.metaSalt, record.metaHash, record.metaSize), body: layer(record.body, record.bodySalt, record.bodyHash, record.bodySize), chain,
  }
}

const Layered = z.looseObject({ meta: z.looseObject({ hash: z.string(), size: z.int() }).nullable(), body: z.looseObject({ hash: z.string(), size: z.int() }).nullable() })

/** A line of an export without the content that holds a secret. What is stored is JSON that comes out of a line as it went in. */
export function leaveOutSecrets(line: string, redact: (text: string) => string): string {
  if (redact(line) === line) return line
  const parsed = Layered.safeParse(parse(line))
  if (!parsed.success) return line
  const without = (layer: z.infer<typeof Layered>['meta']): object | null => {
    if (layer === null || !('content' in layer)) return layer
    const text = JSON.stringify(layer['content'])
    return redact(text) === text ? layer : { hash: layer.hash, size: layer.size, left: 'holds a secret' }
  }
  const { meta, body, ...rest } = parsed.data
  // The order of members is the file's own.
  const { chain, ...header } = rest
  return JSON.stringify({ ...header, meta: without(meta), body: without(body), chain })
}

const parse = (text: string): unknown => JSON.parse(text)
