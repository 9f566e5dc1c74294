/** Sets of recorded runs, and what came of running them again. Ids, outcomes and what was changed; nothing that a run said. */
export const CASES_SCHEMA = `
CREATE TABLE case_sets (set_id TEXT PRIMARY KEY, name TEXT NOT NULL, created_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE case_members (
  set_id TEXT NOT NULL REFERENCES case_sets (set_id) ON DELETE CASCADE, place INTEGER NOT NULL, turn_id TEXT NOT NULL, PRIMARY KEY (set_id, place)
) STRICT, WITHOUT ROWID;
CREATE TABLE case_runs (
  run_id TEXT PRIMARY KEY, set_id TEXT NOT NULL REFERENCES case_sets (set_id) ON DELETE CASCADE, name TEXT NOT NULL, started_at INTEGER NOT NULL, ended_at INTEGER,
  stopped INTEGER NOT NULL, change TEXT NOT NULL CHECK (json_valid(change)), allowed TEXT NOT NULL CHECK (json_valid(allowed))
) STRICT, WITHOUT ROWID;
CREATE INDEX case_runs_by_set ON case_runs (set_id);
CREATE TABLE case_results (
  run_id TEXT NOT NULL REFERENCES case_runs (run_id) ON DELETE CASCADE, place INTEGER NOT NULL, origin TEXT NOT NULL, branch TEXT,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'started', 'ended', 'not-run')), problem TEXT, calls TEXT, differs_at TEXT, PRIMARY KEY (run_id, place)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX case_results_by_branch ON case_results (branch) WHERE branch IS NOT NULL;
`
