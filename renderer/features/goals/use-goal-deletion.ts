import { useCore } from '../../core.tsx'
import { usePerform } from '../../perform.ts'
import { shortWords } from '../../parts/short-words.ts'
import { strings } from '../../strings/en.ts'
import { useUndoToast } from '../../use-undo-toast.ts'
import { navigate } from '../../navigation.ts'

/** What a person deletes of goals, each with its way back. */
export function useGoalDeletion() {
  const core = useCore()
  const perform = usePerform()
  const undoToast = useUndoToast()
  const words = strings.goals
  const told = (title: string, remove: () => Promise<{ readonly undoUntil: number }>, restore: () => Promise<unknown>) => void perform(async () => {
    const { undoUntil } = await remove()
    undoToast({ undoUntil, title, detail: words.undoDetail, undo: words.undo, onUndo: restore })
  })
  return {
    goal: (goalId: number, title: string) => told(words.deleted(shortWords(title)), async () => {
      const deleted = await core.call('goal.delete', { goalId })
      navigate({ page: 'goals' })
      return deleted
    }, () => core.call('goal.restore', { goalId })),
    step: (goalId: number, stepId: number) => told(words.deletedStep, () => core.call('goal.remove-step', { goalId, stepId }), () => core.call('goal.restore-step', { goalId, stepId })),
    note: (goalId: number, noteId: number) => told(words.deletedNote, () => core.call('goal.delete-note', { goalId, noteId }), () => core.call('goal.restore-note', { goalId, noteId })),
    review: (goalId: number, reviewId: number) => told(words.deletedReview, () => core.call('goal.delete-review', { goalId, reviewId }), () => core.call('goal.restore-review', { goalId, reviewId })),
  }
}
