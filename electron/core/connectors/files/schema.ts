/**
 * For the numbered migrations. A row is a file or folder whose content or name was written by a step that had read
 * untrusted text. Paths are absolute, so that a mark holds whichever workspace folder is chosen above it.
 */
export const FILES_SCHEMA = `
CREATE TABLE file_marks (
  path TEXT PRIMARY KEY,
  folded TEXT NOT NULL,
  content_taint TEXT NOT NULL,
  name_taint TEXT NOT NULL,
  turn_id TEXT,
  call_id TEXT,
  marked_at INTEGER NOT NULL
) STRICT;

CREATE INDEX file_marks_by_folded ON file_marks (folded);
`
