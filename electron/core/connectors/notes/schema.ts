/** For the numbered migrations. Ids are never reused, and a note never changes its folder: what was decided for note 3 holds for note 3. */
export const NOTES_SCHEMA = `
CREATE TABLE notes (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  folder TEXT NOT NULL,
  title TEXT NOT NULL,
  text TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('draft', 'approved')),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  approved_at INTEGER,
  role TEXT,
  turn_id TEXT,
  call_id TEXT,
  taint TEXT NOT NULL,
  CHECK ((state = 'approved') = (approved_at IS NOT NULL))
) STRICT;

CREATE INDEX notes_by_update ON notes (updated_at DESC, id DESC);

CREATE VIRTUAL TABLE notes_search USING fts5 (
  title, text, content = 'notes', content_rowid = 'id', tokenize = 'unicode61 remove_diacritics 2'
);

CREATE TRIGGER notes_added AFTER INSERT ON notes BEGIN
  INSERT INTO notes_search (rowid, title, text) VALUES (new.id, new.title, new.text);
END;

CREATE TRIGGER notes_removed AFTER DELETE ON notes BEGIN
  INSERT INTO notes_search (notes_search, rowid, title, text) VALUES ('delete', old.id, old.title, old.text);
END;

CREATE TRIGGER notes_changed AFTER UPDATE OF title, text ON notes BEGIN
  INSERT INTO notes_search (notes_search, rowid, title, text) VALUES ('delete', old.id, old.title, old.text);
  INSERT INTO notes_search (rowid, title, text) VALUES (new.id, new.title, new.text);
END;
`
