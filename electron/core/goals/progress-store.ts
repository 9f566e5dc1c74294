import type Database from 'better-sqlite3'
import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'
import { KEPT_REVIEWS, LONGEST_PROGRESS_NOTE, MOST_PROGRESS_NOTES } from '../../../shared/goal.ts'
import type { TurnId } from '../../../shared/ids.ts'
import { taintToColumn, type Writing } from '../connectors/stored-taint.ts'
import { fitText } from './fit-text.ts'
import { missing } from './missing.ts'
import { NoteRow, ReviewRow, type Note, type Review } from './goal.ts'

/** What was noted about goals, and what the reviewer wrote. Newest first. */
export interface ProgressStore {
  readonly notes: (goalId: number) => readonly Note[]
  /** @throws AppError `input.not-found` */
  readonly note: (goalId: number, noteId: number) => Note
  /** @throws AppError `input.invalid` */
  readonly addNote: (goalId: number, text: string, writing: Writing) => Note
  /** All of it is replaced, so the new writing's taint is all that is left of it. */
  readonly updateNote: (goalId: number, noteId: number, text: string, writing: Writing) => void
  readonly deleteNote: (goalId: number, noteId: number, until: number | null) => void
  readonly reviews: (goalId: number) => readonly Review[]
  readonly reviewOf: (turnId: TurnId) => Review | null
  /** The one that has no end yet, of all goals. */
  readonly openReview: () => Review | null
  /** To be called in the transaction that stores the run's start. */
  readonly beginReview: (goalId: number, turnId: TurnId, at: number) => void
  /** Does nothing for one that has ended. */
  readonly endReview: (turnId: TurnId, end: Pick<Review, 'state' | 'text' | 'why' | 'taint'>) => void
  /** It was due, and nothing was started. */
  readonly noReview: (goalId: number, why: string, at: number) => void
  readonly deleteReview: (goalId: number, reviewId: number, until: number | null) => void
}

const Notes = z.array(NoteRow)
const Reviews = z.array(ReviewRow)

export function openProgressStore(database: Database.Database, tell: (goalId: number) => void): ProgressStore {
  const selectNotes = database.prepare('SELECT * FROM goal_notes WHERE goal_id = ? AND deleted_at IS NULL ORDER BY note_id DESC')
  const selectNote = database.prepare('SELECT * FROM goal_notes WHERE goal_id = ? AND note_id = ? AND deleted_at IS NULL')
  const insertNote = database.prepare('INSERT INTO goal_notes (goal_id, text, created_at, updated_at, turn_id, call_id, taint) VALUES (@goalId, @text, @at, @at, @turnId, @callId, @taint) RETURNING *')
  const updateNote = database.prepare('UPDATE goal_notes SET text = @text, updated_at = @at, turn_id = @turnId, call_id = @callId, taint = @taint WHERE note_id = @noteId')
  const deleteNote = database.prepare('UPDATE goal_notes SET deleted_at = ? WHERE goal_id = ? AND note_id = ?')
  const selectReviews = database.prepare('SELECT * FROM goal_reviews WHERE goal_id = ? AND deleted_at IS NULL ORDER BY review_id DESC')
  const selectReviewOf = database.prepare('SELECT * FROM goal_reviews WHERE turn_id = ?')
  const selectOpen = database.prepare('SELECT * FROM goal_reviews WHERE open = 1')
  const insertReview = database.prepare(`INSERT INTO goal_reviews (goal_id, turn_id, at, state, why, taint, open) VALUES (@goalId, @turnId, @at, @state, @why, '[]', @open)`)
  const dropOld = database.prepare('DELETE FROM goal_reviews WHERE goal_id = @goalId AND open IS NULL AND review_id NOT IN (SELECT review_id FROM goal_reviews WHERE goal_id = @goalId ORDER BY review_id DESC LIMIT @kept)')
  const endReview = database.prepare('UPDATE goal_reviews SET state = @state, text = @text, why = @why, taint = @taint, open = NULL WHERE turn_id = @turnId AND open = 1')
  const deleteReview = database.prepare('UPDATE goal_reviews SET deleted_at = ? WHERE goal_id = ? AND review_id = ? AND open IS NULL')

  const notes = (goalId: number): readonly Note[] => Notes.parse(selectNotes.all(goalId))
  const note = (goalId: number, noteId: number): Note => { const row = selectNote.get(goalId, noteId); return row === undefined ? missing('note') : NoteRow.parse(row) }
  const columns = ({ at, origin, taint }: Writing) => ({ at, turnId: origin?.turnId ?? null, callId: origin?.callId ?? null, taint: taintToColumn(taint) })
  const reviewOf = (turnId: TurnId): Review | null => { const row = selectReviewOf.get(turnId); return row === undefined ? null : ReviewRow.parse(row) }

  return {
    notes, note,
    addNote: (goalId, text, writing) => {
      const fitting = fitNote(text)
      if (notes(goalId).length >= MOST_PROGRESS_NOTES) throw new AppError('input.invalid', `A goal has at most ${MOST_PROGRESS_NOTES} notes.`, { kept: 'Nothing was added.', advice: 'The person can delete old ones on the Goals page.' })
      const added = NoteRow.parse(insertNote.get({ goalId, text: fitting, ...columns(writing) }))
      tell(goalId)
      return added
    },
    updateNote: (goalId, noteId, text, writing) => {
      note(goalId, noteId)
      updateNote.run({ noteId, text: fitNote(text), ...columns(writing) })
      tell(goalId)
    },
    deleteNote: (goalId, noteId, until) => {
      if (deleteNote.run(until, goalId, noteId).changes === 0) missing('note')
      tell(goalId)
    },
    reviews: (goalId) => Reviews.parse(selectReviews.all(goalId)),
    reviewOf,
    openReview: () => { const row = selectOpen.get(); return row === undefined ? null : ReviewRow.parse(row) },
    beginReview: (goalId, turnId, at) => { insertReview.run({ goalId, turnId, at, state: 'running', why: null, open: 1 }) },
    endReview: (turnId, { taint, ...end }) => {
      const review = reviewOf(turnId)
      if (review === null || review.state !== 'running') return
      endReview.run({ turnId, ...end, taint: taintToColumn(taint) })
      dropOld.run({ goalId: review.goalId, kept: KEPT_REVIEWS })
      tell(review.goalId)
    },
    noReview: (goalId, why, at) => {
      insertReview.run({ goalId, turnId: null, at, state: 'not-run', why, open: null })
      dropOld.run({ goalId, kept: KEPT_REVIEWS })
      tell(goalId)
    },
    deleteReview: (goalId, reviewId, until) => {
      if (deleteReview.run(until, goalId, reviewId).changes === 0) missing('review')
      tell(goalId)
    },
  }
}

/** @throws AppError `input.invalid` */
const fitNote = (text: string): string => fitText(text, 'A note', 'text', LONGEST_PROGRESS_NOTE)
