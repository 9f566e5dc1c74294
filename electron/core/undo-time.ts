/** How long what was deleted can be brought back: long enough to notice the toast and reach for it. */
export const UNDO_MS = 10_000
