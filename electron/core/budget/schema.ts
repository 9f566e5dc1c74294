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

/**
 * Money in millionths of a dollar. A step is settled at the prices it was reserved at, whatever the profile says by then; without
 * prices all three are null. Caps that let nothing run are raised to the least that lets something.
 */
export const LEDGER_MONEY_SCHEMA = `
ALTER TABLE ledger ADD COLUMN reserved_money INTEGER;
ALTER TABLE ledger ADD COLUMN used_money INTEGER;
ALTER TABLE ledger ADD COLUMN prices TEXT;
ALTER TABLE tool_calls ADD COLUMN result_length INTEGER;
CREATE INDEX tool_calls_by_time ON tool_calls (at);
UPDATE settings SET value = json_set(value, '$.tokensPerDay', 2500) WHERE name = 'caps' AND json_extract(value, '$.tokensPerDay') < 2500;
`

/** What a role used is asked for by the day, and an index that is written with every step costs a page in its commit. */
export const LEDGER_BY_TIME_SCHEMA = `
DROP INDEX ledger_by_role;
`
