export const WEBHOOKS_SCHEMA = `
CREATE TABLE webhooks (
  hook_id TEXT PRIMARY KEY, name TEXT NOT NULL, about TEXT NOT NULL, path TEXT NOT NULL UNIQUE, is_on INTEGER NOT NULL, chat_id TEXT, created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE webhook_deliveries (
  hook_id TEXT NOT NULL, delivery_id TEXT NOT NULL, body_hash TEXT NOT NULL, at INTEGER NOT NULL, turn_id TEXT NOT NULL,
  PRIMARY KEY (hook_id, delivery_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX webhook_deliveries_by_time ON webhook_deliveries (hook_id, at);

CREATE TABLE webhook_listener (one INTEGER PRIMARY KEY CHECK (one = 1), is_on INTEGER NOT NULL, port INTEGER) STRICT;
INSERT INTO webhook_listener (one, is_on, port) VALUES (1, 0, NULL);

ALTER TABLE chats ADD COLUMN starts_after TEXT;
`

/**
 * Delivery ids go a day after their turn ended. `pruned_through` is the latest time at which one of those came, in
 * milliseconds: what was signed before it is refused from there on, so a clock that is set back admits none of them again.
 */
export const PRUNED_DELIVERIES_SCHEMA = `
ALTER TABLE webhooks ADD COLUMN pruned INTEGER NOT NULL DEFAULT 0;
ALTER TABLE webhooks ADD COLUMN pruned_through INTEGER;
`
