import { z } from 'zod'
import { call, none, rows, watch } from './contract-parts.ts'
import { TurnId } from './ids.ts'
import { AuditRow, RunChoices, RunFilter, runPage, RunRecord, RunRow, RunsRow } from './run-log.ts'

const pageOfRuns = z.object({ filter: RunFilter, offset: z.int().nonnegative(), limit: z.int().min(1).max(100) })

/** What a window can ask about runs and the audit trail; a part of the contract. */
export const runOperations = {
  /** Says that something changed; the window reads its pages anew. */
  'runs.watch': watch(none, rows(RunsRow)),
  /** Newest first, deleted chats' runs with them. */
  'runs.list': call(pageOfRuns, runPage(RunRow)),
  'runs.choices': call(none, RunChoices),
  'run.show': call(z.object({ turnId: TurnId }), RunRecord),

  'audit.list': call(pageOfRuns, runPage(AuditRow)),
  /**
   * A piece of an export, as lines. `after` is null for the first; `until` is what the first piece said. Records that a
   * filter leaves out are there as headers, so that the chain holds.
   */
  'audit.export': call(z.object({ filter: RunFilter, after: z.int().nonnegative().nullable(), until: z.int().nonnegative().nullable() }), z.object({ lines: z.string(), after: z.int().nullable(), until: z.int(), done: z.int(), of: z.int() })),
  /** Reads every record in the background; `runs.watch` tells how far it is. One at a time. */
  'audit.check': call(none, none),
  'audit.cancel-check': call(none, none),
} as const
