/** For the numbered migrations. An approval is of these bytes: of a folder with another digest it says nothing. */
export const SKILLS_SCHEMA = `
CREATE TABLE skill_approvals (
  source TEXT NOT NULL CHECK (source IN ('bundled', 'person')),
  name TEXT NOT NULL,
  digest TEXT NOT NULL,
  approved_at INTEGER NOT NULL,
  PRIMARY KEY (source, name)
) STRICT, WITHOUT ROWID;
`
