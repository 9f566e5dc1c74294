/**
 * Goals, their plans, and what was written on the way. One open attempt and one open review at a time, of all goals, and two attempts a step:
 * the unique indexes say so whatever the code does. What was deleted has a time until which it can be brought back.
 */
export const GOALS_SCHEMA = `
CREATE TABLE goals (
  goal_id INTEGER PRIMARY KEY AUTOINCREMENT, title TEXT NOT NULL, purpose TEXT NOT NULL, state TEXT NOT NULL CHECK (state IN ('open', 'done', 'archived')),
  review_hours INTEGER, review_due_at INTEGER, chat_id TEXT, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, deleted_at INTEGER
) STRICT;

CREATE TABLE plan_steps (
  step_id INTEGER PRIMARY KEY AUTOINCREMENT, goal_id INTEGER NOT NULL, place INTEGER NOT NULL, text TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('planned', 'running', 'done', 'failed')), settled_by TEXT CHECK (settled_by IN ('person', 'agent')),
  updated_at INTEGER NOT NULL, deleted_at INTEGER
) STRICT;
CREATE INDEX plan_steps_by_goal ON plan_steps (goal_id, place);

CREATE TABLE plan_attempts (
  attempt_id INTEGER PRIMARY KEY AUTOINCREMENT, goal_id INTEGER NOT NULL, step_id INTEGER NOT NULL, number INTEGER NOT NULL CHECK (number IN (1, 2)),
  turn_id TEXT NOT NULL UNIQUE, started_at INTEGER NOT NULL, ended_at INTEGER, outcome TEXT, answer TEXT, why TEXT,
  ran_with TEXT CHECK (json_valid(ran_with)), taint TEXT NOT NULL, open INTEGER UNIQUE CHECK (open = 1), UNIQUE (step_id, number)
) STRICT;

CREATE TABLE goal_notes (
  note_id INTEGER PRIMARY KEY AUTOINCREMENT, goal_id INTEGER NOT NULL, text TEXT NOT NULL, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL,
  turn_id TEXT, call_id TEXT, taint TEXT NOT NULL, deleted_at INTEGER
) STRICT;
CREATE INDEX goal_notes_by_goal ON goal_notes (goal_id, note_id);

CREATE TABLE goal_reviews (
  review_id INTEGER PRIMARY KEY AUTOINCREMENT, goal_id INTEGER NOT NULL, turn_id TEXT UNIQUE, at INTEGER NOT NULL, state TEXT NOT NULL CHECK (state IN ('running', 'written', 'failed', 'not-run')),
  text TEXT, why TEXT, taint TEXT NOT NULL, open INTEGER UNIQUE CHECK (open = 1), deleted_at INTEGER
) STRICT;
CREATE INDEX goal_reviews_by_goal ON goal_reviews (goal_id, review_id);

CREATE TABLE goal_workers (worker TEXT PRIMARY KEY CHECK (worker IN ('agent', 'reviewer')), profile TEXT NOT NULL, saved_at INTEGER NOT NULL) STRICT;
`
