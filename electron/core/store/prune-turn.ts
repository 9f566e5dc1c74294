import type Database from 'better-sqlite3'
import { keepsNames, keepsTexts, keptLayers } from '../../../shared/capture.ts'
import type { CaptureLevel } from '../../../shared/role.ts'
import { TurnEvent, type TurnEventKind } from '../../../shared/turn-event.ts'
import type { TurnState } from '../../../shared/turn-state.ts'
import { NO_USAGE } from '../../../shared/usage.ts'
import { FORGET_AUDIT_NAMES } from './audit-entries.ts'
import type { Blobs } from './blobs.ts'

const KINDS: readonly TurnEventKind[] = TurnEvent.options.map((option) => option.shape.kind.value)
const NO_USAGE_TEXT = JSON.stringify(NO_USAGE)

/**
 * Lets go of what the level of an ended turn doesn't keep: layers of its events, the long texts that only it used, and
 * names in other rows; titles, previews and search never get texts that won't be kept. Runs inside the transaction that stores the end, and may run again without harm.
 * @returns whether the level lets go of anything
 */
export function createPruning(database: Database.Database, blobs: Pick<Blobs, 'release'>): (ended: TurnState) => boolean {
  const ofKinds = 'WHERE position IN (SELECT position FROM events WHERE turn_id = ? AND kind IN (SELECT value FROM json_each(?)))'
  const pruneMeta = database.prepare(`UPDATE event_content SET meta_salt = NULL, meta = NULL ${ofKinds}`)
  const pruneBody = database.prepare(`UPDATE event_content SET body_salt = NULL, body = NULL ${ofKinds}`)
  // Nothing of it is sent any more, so the chat is as tainted as it was before this turn.
  const forgetTaint = database.prepare('UPDATE turns SET tainted = coalesce((SELECT parent.tainted FROM turns AS parent WHERE parent.turn_id = turns.parent_turn_id), 0) WHERE turn_id = ?')
  const forgetModel = database.prepare(`UPDATE turns SET model = '', usage = ? WHERE turn_id = ?`)
  const forgetAudit = database.prepare(`UPDATE audit_entries SET ${FORGET_AUDIT_NAMES} WHERE turn_id = ?`)
  const forgetStanding = database.prepare(`DELETE FROM standing_approvals WHERE turn_id = ? AND scope = 'turn'`)

  const kindsWithout = (layer: 'meta' | 'body', level: CaptureLevel): string => JSON.stringify(KINDS.filter((kind) => !keptLayers(kind, level)[layer]))

  return ({ turnId, started }) => {
    const level = started?.capture ?? 'none'
    if (keepsTexts(level)) return false
    pruneMeta.run(turnId, kindsWithout('meta', level))
    pruneBody.run(turnId, kindsWithout('body', level))
    blobs.release(turnId)
    forgetTaint.run(turnId)
    if (keepsNames(level)) return true
    forgetModel.run(NO_USAGE_TEXT, turnId)
    forgetAudit.run(turnId)
    forgetStanding.run(turnId)
    return true
  }
}
