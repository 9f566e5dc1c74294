/**
 * Jobs, and what became of each of their times. A time of the schedule is decided once, for ever: that is the unique index.
 * The row of a run is written in the transaction that stores the run's start.
 */
export const JOBS_SCHEMA = `
CREATE TABLE jobs (
  job_id TEXT PRIMARY KEY, name TEXT NOT NULL, prompt TEXT NOT NULL, model TEXT,
  schedule TEXT NOT NULL CHECK (json_valid(schedule)), tools TEXT NOT NULL CHECK (json_valid(tools)), hosts TEXT NOT NULL CHECK (json_valid(hosts)),
  tokens_per_day INTEGER NOT NULL, catch_up TEXT NOT NULL,
  is_on INTEGER NOT NULL, anchor INTEGER NOT NULL, due_at INTEGER, chat_id TEXT,
  created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, turn_id TEXT, call_id TEXT, taint TEXT NOT NULL, deleted_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE TABLE job_occurrences (
  position INTEGER PRIMARY KEY AUTOINCREMENT, job_id TEXT NOT NULL, kind TEXT NOT NULL, due_at INTEGER NOT NULL, decided_at INTEGER NOT NULL,
  count INTEGER NOT NULL, turn_id TEXT
) STRICT;
CREATE INDEX job_occurrences_by_job ON job_occurrences (job_id, position);
CREATE UNIQUE INDEX job_times_decided_once ON job_occurrences (job_id, due_at) WHERE kind IN ('on-time', 'catch-up', 'overlap');
CREATE UNIQUE INDEX job_occurrences_by_turn ON job_occurrences (turn_id) WHERE turn_id IS NOT NULL;
CREATE INDEX ledger_by_role ON ledger (role, at);
`

/** A coworker may do a job's work, and may not be able to when its time has come. */
export const JOB_COWORKERS_SCHEMA = `
ALTER TABLE jobs ADD COLUMN coworker TEXT;
ALTER TABLE job_occurrences ADD COLUMN why TEXT;
DROP INDEX job_times_decided_once;
CREATE UNIQUE INDEX job_times_decided_once ON job_occurrences (job_id, due_at) WHERE kind IN ('on-time', 'catch-up', 'overlap', 'refused');
`
