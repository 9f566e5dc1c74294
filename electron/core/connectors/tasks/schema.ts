/** For the numbered migrations. Ids are never reused: what was approved for task 3 can't meet another task 3. */
export const TASKS_SCHEMA = `
CREATE TABLE tasks (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  title TEXT NOT NULL,
  notes TEXT NOT NULL,
  due TEXT,
  state TEXT NOT NULL CHECK (state IN ('open', 'done')),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  completed_at INTEGER,
  turn_id TEXT,
  call_id TEXT,
  taint TEXT NOT NULL,
  CHECK ((state = 'done') = (completed_at IS NOT NULL))
) STRICT;

CREATE INDEX tasks_by_due ON tasks (state, due IS NULL, due, id);

CREATE VIRTUAL TABLE tasks_search USING fts5 (
  title, notes, content = 'tasks', content_rowid = 'id', tokenize = 'unicode61 remove_diacritics 2'
);

CREATE TRIGGER tasks_added AFTER INSERT ON tasks BEGIN
  INSERT INTO tasks_search (rowid, title, notes) VALUES (new.id, new.title, new.notes);
END;

CREATE TRIGGER tasks_removed AFTER DELETE ON tasks BEGIN
  INSERT INTO tasks_search (tasks_search, rowid, title, notes) VALUES ('delete', old.id, old.title, old.notes);
END;

CREATE TRIGGER tasks_changed AFTER UPDATE OF title, notes ON tasks BEGIN
  INSERT INTO tasks_search (tasks_search, rowid, title, notes) VALUES ('delete', old.id, old.title, old.notes);
  INSERT INTO tasks_search (rowid, title, notes) VALUES (new.id, new.title, new.notes);
END;
`
