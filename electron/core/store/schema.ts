/**
 * The first migration. Released text: never changed, only followed by later migrations.
 *
 * `events` holds headers and can be neither changed nor removed; `event_content` holds what may be deleted. A header
 * knows the salted hash of what belonged to it, and the chain runs over headers in the order of `position`.
 */
export const FIRST_SCHEMA = `
CREATE TABLE events (
  position  INTEGER PRIMARY KEY AUTOINCREMENT,
  turn_id   TEXT NOT NULL,
  seq       INTEGER NOT NULL,
  kind      TEXT NOT NULL,
  version   INTEGER NOT NULL,
  at        INTEGER NOT NULL,
  header    TEXT NOT NULL CHECK (json_valid(header)),
  meta_hash TEXT, meta_size INTEGER NOT NULL,
  body_hash TEXT, body_size INTEGER NOT NULL,
  chain     TEXT NOT NULL,
  UNIQUE (turn_id, seq)
) STRICT;
CREATE TRIGGER events_never_change BEFORE UPDATE ON events BEGIN SELECT RAISE(ABORT, 'events are append-only'); END;
CREATE TRIGGER events_never_go BEFORE DELETE ON events BEGIN SELECT RAISE(ABORT, 'events are append-only'); END;

CREATE TABLE event_content (
  position  INTEGER PRIMARY KEY REFERENCES events (position),
  meta_salt TEXT, meta TEXT,
  body_salt TEXT, body TEXT
) STRICT;

CREATE TABLE blobs (digest TEXT PRIMARY KEY, content TEXT NOT NULL, size INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE blob_uses (digest TEXT NOT NULL REFERENCES blobs (digest), turn_id TEXT NOT NULL, PRIMARY KEY (digest, turn_id)) STRICT, WITHOUT ROWID;
CREATE INDEX blob_uses_by_turn ON blob_uses (turn_id);

CREATE TABLE chats (
  chat_id TEXT PRIMARY KEY, title TEXT NOT NULL, named INTEGER NOT NULL, pinned INTEGER NOT NULL, archived INTEGER NOT NULL,
  created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, draft TEXT NOT NULL, leaf_turn_id TEXT, deleted_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX chats_by_deletion ON chats (deleted_at) WHERE deleted_at IS NOT NULL;

CREATE TABLE turns (
  turn_id TEXT PRIMARY KEY, chat_id TEXT NOT NULL, parent_turn_id TEXT, role TEXT NOT NULL, model TEXT NOT NULL,
  started_at INTEGER NOT NULL, ended_at INTEGER, status TEXT NOT NULL, tainted INTEGER NOT NULL,
  steps INTEGER NOT NULL, calls INTEGER NOT NULL, usage TEXT NOT NULL, preview TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX turns_by_chat ON turns (chat_id, started_at);
CREATE INDEX turns_open ON turns (status) WHERE status IN ('running', 'parked', 'paused');

CREATE TABLE questions (
  turn_id TEXT NOT NULL, call_id TEXT NOT NULL, question INTEGER NOT NULL, chat_id TEXT NOT NULL, asked_at INTEGER NOT NULL, expires_at INTEGER,
  PRIMARY KEY (turn_id, question)
) STRICT, WITHOUT ROWID;
CREATE INDEX questions_by_chat ON questions (chat_id);

CREATE TABLE tool_calls (
  call_id TEXT PRIMARY KEY, turn_id TEXT NOT NULL, connector_id TEXT, tool TEXT, at INTEGER NOT NULL, outcome TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX tool_calls_by_tool ON tool_calls (connector_id, tool, at);
CREATE INDEX tool_calls_by_turn ON tool_calls (turn_id);

CREATE TABLE standing_approvals (
  id TEXT PRIMARY KEY, scope TEXT NOT NULL, chat_id TEXT NOT NULL, turn_id TEXT NOT NULL, connector_id TEXT NOT NULL, tool TEXT NOT NULL, title TEXT NOT NULL,
  pin TEXT NOT NULL, taint_digest TEXT NOT NULL, times INTEGER NOT NULL, used INTEGER NOT NULL, created_at INTEGER NOT NULL, revoked_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX standing_by_tool ON standing_approvals (connector_id, tool);

CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL CHECK (json_valid(value))) STRICT, WITHOUT ROWID;
CREATE TABLE connector_settings (connector_id TEXT PRIMARY KEY, is_on INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE tool_settings (
  connector_id TEXT NOT NULL, tool TEXT NOT NULL, is_on INTEGER, requires_approval INTEGER, tool_class TEXT, untrusted INTEGER, egress INTEGER, accepted_pin TEXT,
  PRIMARY KEY (connector_id, tool)
) STRICT, WITHOUT ROWID;
CREATE TABLE tool_cache (connector_id TEXT NOT NULL, tool TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, expires_at INTEGER NOT NULL, PRIMARY KEY (connector_id, tool, key)) STRICT, WITHOUT ROWID;

CREATE VIRTUAL TABLE message_search USING fts5 (text, turn_id UNINDEXED, chat_id UNINDEXED, tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3');
INSERT INTO message_search (message_search, rank) VALUES ('secure-delete', 1);
`
