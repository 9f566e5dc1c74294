/** One row a model step: what was set aside for it, then what it used. Headers of events outlive chats, and so does this. */
export const LEDGER_SCHEMA = `
CREATE TABLE ledger (
  turn_id TEXT NOT NULL, step INTEGER NOT NULL, chat_id TEXT NOT NULL, role TEXT NOT NULL, model TEXT NOT NULL, at INTEGER NOT NULL,
  reserved INTEGER NOT NULL, used INTEGER, usage TEXT,
  PRIMARY KEY (turn_id, step)
) STRICT, WITHOUT ROWID;
CREATE INDEX ledger_by_time ON ledger (at);
CREATE INDEX ledger_open ON ledger (at) WHERE used IS NULL;
CREATE TABLE run_starts (turn_id TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE INDEX run_starts_by_time ON run_starts (at);
`
