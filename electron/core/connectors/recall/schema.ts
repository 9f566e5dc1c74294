/** For the numbered migrations. Ids are never reused: what was approved for memory 3 can't meet another memory 3. */
export const RECALL_SCHEMA = `
CREATE TABLE memories (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  text TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  turn_id TEXT,
  call_id TEXT,
  taint TEXT NOT NULL
) STRICT;

CREATE INDEX memories_by_update ON memories (updated_at DESC, id DESC);

CREATE VIRTUAL TABLE memories_search USING fts5 (
  text, content = 'memories', content_rowid = 'id', tokenize = 'unicode61 remove_diacritics 2'
);

CREATE TRIGGER memories_added AFTER INSERT ON memories BEGIN
  INSERT INTO memories_search (rowid, text) VALUES (new.id, new.text);
END;

CREATE TRIGGER memories_removed AFTER DELETE ON memories BEGIN
  INSERT INTO memories_search (memories_search, rowid, text) VALUES ('delete', old.id, old.text);
END;

CREATE TRIGGER memories_changed AFTER UPDATE OF text ON memories BEGIN
  INSERT INTO memories_search (memories_search, rowid, text) VALUES ('delete', old.id, old.text);
  INSERT INTO memories_search (rowid, text) VALUES (new.id, new.text);
END;
`
