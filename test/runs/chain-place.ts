import { join } from 'node:path'
import Database from 'better-sqlite3'
import { TurnId } from '../../shared/ids.ts'
import type { RunFilter } from '../../shared/run-log.ts'
import { NO_FILTER } from '../../shared/run-log.ts'
import { checkChain, createChainPieces, type ChainReport } from '../../electron/core/runs/check-chain.ts'
import { createAuditList } from '../../electron/core/runs/audit-list.ts'
import { createExport, leaveOutSecrets } from '../../electron/core/runs/export-audit.ts'
import { answered, called, decided, stepEnded, stepStarted, toolEnded, toolStarted, turnEnded } from '../shared/turn-events.ts'
import { CHAT, openPlace, storeTurn, type OpenPlace } from '../store/store-place.ts'

export const turnOf = (name: string): TurnId => TurnId.parse(`turn_${name}`)

/** Three runs of eleven events each: one call that was asked for and approved, in each. */
export function placeWithRuns(names: readonly string[] = ['one', 'two', 'three']): OpenPlace {
  const place = openPlace()
  place.chats.create(CHAT, 1)
  for (const name of names) {
    storeTurn(place, `say ${name}`, [stepStarted(1), called(name, '1.1'), stepEnded(1), decided(name, 'ask'), answered(name, 5, 'approved', 'person'), toolStarted(name), toolEnded(name, 'ok', 'ran'), stepStarted(2), stepEnded(2, 'end_turn'), turnEnded()], turnOf(name))
  }
  return place
}

/** What somebody with the file can do while Gatehouse isn't running, its own guards included. */
export function tamper(place: OpenPlace, sql: string): OpenPlace {
  place.close()
  const database = new Database(join(place.directory, 'gatehouse.db'))
  database.pragma('foreign_keys = OFF')
  database.exec('DROP TRIGGER events_never_change; DROP TRIGGER events_never_go')
  database.exec(sql)
  database.close()
  return openPlace(place.directory)
}

export async function check({ database }: OpenPlace): Promise<ChainReport> {
  const report = await checkChain(createChainPieces(database), () => true)
  if (report === null) throw new Error('nobody ended the check')
  return report
}

/** All pieces of an export, as a window puts them together. */
export function exportOf({ database }: OpenPlace, filter: Partial<RunFilter> = {}, redact = (text: string): string => text): string {
  const piece = createExport(database, createAuditList(database))
  const wanted = { ...NO_FILTER, ...filter }
  const lines: string[] = []
  let after: number | null = null
  let until: number | null = null
  for (;;) {
    const part = piece(wanted, after, until, 1000)
    lines.push(...part.lines.map((line) => `${leaveOutSecrets(line, redact)}\n`))
    if (part.after === null) return lines.join('')
    after = part.after
    until = part.until
  }
}
