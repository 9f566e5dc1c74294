import { LEDGER_BY_TIME_SCHEMA, LEDGER_MONEY_SCHEMA, LEDGER_SCHEMA } from '../budget/schema.ts'
import { JOB_COWORKERS_SCHEMA, JOBS_SCHEMA } from '../unattended/job-schema.ts'
import { PRUNED_DELIVERIES_SCHEMA, WEBHOOKS_SCHEMA } from '../unattended/webhooks/schema.ts'
import { SOURCES_SCHEMA } from '../unattended/sources/source.ts'
import { CERTIFICATIONS_SCHEMA } from '../model/certifications.ts'
import { REFUSALS_SCHEMA } from '../unattended/webhooks/refusals.ts'
import { HOLD_SCHEMA } from '../unattended/schedule-hold.ts'
import { CALL_PRICES_SCHEMA } from '../coworkers/call-prices.ts'
import { CASES_SCHEMA } from '../cases/schema.ts'
import { COWORKERS_SCHEMA } from '../coworkers/coworker-store.ts'
import { TOOL_CHOICES_SCHEMA } from '../tools/tool-choices.ts'
import { MODEL_SCHEMA } from './model-store.ts'
import { AUDIT_SCHEMA, ONE_ROW_A_CALL_SCHEMA } from './audit-entries.ts'
import { CHAIN_SCHEMA } from './audit-chain.ts'
import { DRAFT_FILES_SCHEMA } from './draft-files.ts'
import { GOALS_SCHEMA } from '../goals/goal-schema.ts'
import { ORDERLY_QUIT_SCHEMA } from './orderly-quit.ts'
import { RUN_LINKS_SCHEMA } from './run-links.ts'
import { FIRST_SCHEMA } from './schema.ts'
import { TOLD_ONCE_SCHEMA } from './told-once.ts'

export interface Migration { readonly name: string; readonly sql: string }

/**
 * Names are for ever: a database keeps those it has had and gets the others, in this order. Connectors bring the tables
 * they own; the composition root puts the lists together.
 */
export const coreMigrations: readonly Migration[] = [
  { name: 'journal and projections', sql: FIRST_SCHEMA },
  { name: 'accepted definitions', sql: TOOL_CHOICES_SCHEMA },
  { name: 'ledger', sql: LEDGER_SCHEMA },
  { name: 'model profiles', sql: MODEL_SCHEMA },
  { name: 'money in the ledger', sql: LEDGER_MONEY_SCHEMA },
  { name: 'orderly quits', sql: ORDERLY_QUIT_SCHEMA },
  { name: 'audit chain', sql: CHAIN_SCHEMA },
  { name: 'audit entries', sql: AUDIT_SCHEMA },
  { name: 'one row a call', sql: ONE_ROW_A_CALL_SCHEMA },
  { name: 'files of drafts', sql: DRAFT_FILES_SCHEMA },
  { name: 'jobs', sql: JOBS_SCHEMA },
  { name: 'identity of the database', sql: HOLD_SCHEMA },
  { name: 'webhooks', sql: WEBHOOKS_SCHEMA },
  { name: 'coworkers', sql: COWORKERS_SCHEMA },
  { name: 'call prices', sql: CALL_PRICES_SCHEMA },
  { name: 'coworkers of jobs', sql: JOB_COWORKERS_SCHEMA },
  { name: 'refused deliveries', sql: REFUSALS_SCHEMA },
  { name: 'pruned deliveries', sql: PRUNED_DELIVERIES_SCHEMA },
  { name: 'goals', sql: GOALS_SCHEMA },
  { name: 'runs that come from others', sql: RUN_LINKS_SCHEMA },
  { name: 'sources', sql: SOURCES_SCHEMA },
  { name: 'certifications', sql: CERTIFICATIONS_SCHEMA },
  { name: 'case runs', sql: CASES_SCHEMA },
  { name: 'ledger by time alone', sql: LEDGER_BY_TIME_SCHEMA },
  { name: 'tools told once', sql: TOLD_ONCE_SCHEMA },
]
