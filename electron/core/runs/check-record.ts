import { isJsonObject } from '../../../shared/json.ts'
import type { ChainFinding } from '../../../shared/run-log.ts'
import { chainLink, type ChainEnd, type ChainHead } from '../store/audit-chain.ts'
import { sha256 } from '../store/sha256.ts'
import type { ChainRecord } from './chain-records.ts'

/** What doesn't hold at a record that should follow `before`; null when all does. */
export function checkRecord(before: ChainEnd, record: ChainRecord, secondFrom: number): ChainFinding | null {
  const { position } = record
  if (position !== before.position + 1) return position > before.position + 1 ? missing(before.position + 1, position - 1) : finding(record, 'added', 'was added: the chain begins behind it.')
  const isLater = position >= secondFrom
  if (chainLink(before.chain, record, isLater ? 2 : 1) !== record.chain || (!isLater && !matchesHeader(record))) {
    return finding(record, 'changed', 'is not the one that was stored there: it was changed, added, moved, or put in the place of another.')
  }
  const layer = !holds(record.meta, record.metaSalt, record.metaHash, record.metaSize, isLater) ? 'names and figures' : !holds(record.body, record.bodySalt, record.bodyHash, record.bodySize, isLater) ? 'content' : null
  return layer === null ? null : finding(record, 'content-changed', `has other ${layer} than were stored with it.`)
}

/** The chain was read to where it stops; says whether that is where it ended. */
export function checkEnd(last: ChainEnd, head: ChainHead | null, highest: number | null): ChainFinding | null {
  if (head === null) return { position: last.position, turnId: null, seq: null, kind: null, problem: 'end-missing', sentence: 'The note of where the chain ends was removed, so records after the last one may be missing.' }
  const end = Math.max(head.position, highest ?? 0)
  if (end > last.position) return { ...missing(last.position + 1, end), problem: 'end-missing' }
  if (head.position < last.position || head.chain !== last.chain) {
    return { position: last.position, turnId: null, seq: null, kind: null, problem: 'end-added', sentence: `The chain should end ${head.position < last.position ? `with record ${head.position}, but there are records up to ${last.position}` : `otherwise than record ${last.position} does`}: something was added or replaced at the end.` }
  }
  return null
}

/** Content may be gone, but never other than it was. The first format didn't bind sizes. */
function holds(text: string | null, salt: string | null, hash: string | null, size: number, withSize: boolean): boolean {
  if (text === null) return true
  return salt !== null && hash !== null && sha256(salt + text) === hash && (!withSize || text.length === size)
}

/** The first format binds the header's text alone; its columns have to say the same. */
function matchesHeader({ header, kind, version, at }: ChainRecord): boolean {
  const parsed: unknown = JSON.parse(header)
  return isJsonObject(parsed) && parsed['kind'] === kind && parsed['version'] === version && parsed['at'] === at
}

const missing = (first: number, last: number): ChainFinding => ({
  position: first, turnId: null, seq: null, kind: null, problem: 'missing',
  sentence: first === last ? `Record ${first} is missing.` : `Records ${first} to ${last} are missing.`,
})

const finding = ({ position, turnId, seq, kind }: ChainRecord, problem: ChainFinding['problem'], what: string): ChainFinding =>
  ({ position, turnId, seq, kind, problem, sentence: `Record ${position} (${kind}, event ${seq} of ${turnId}) ${what}` })
