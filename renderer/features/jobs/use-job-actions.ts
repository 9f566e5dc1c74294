import type { JobRow } from '../../../shared/job.ts'
import { useCore } from '../../core.tsx'
import { navigate } from '../../navigation.ts'
import { usePerform } from '../../perform.ts'
import { strings } from '../../strings/en.ts'
import { useToasts } from '../../ui/toast.tsx'
import { useUndoToast } from '../../use-undo-toast.ts'

export function useJobActions() {
  const core = useCore()
  const perform = usePerform()
  const toasts = useToasts()
  const undoToast = useUndoToast()
  const words = strings.jobs
  return {
    run: ({ jobId }: JobRow) => void perform(async () => {
      await core.call('job.run', { jobId })
      toasts.show({ title: words.started })
    }),
    remove: ({ jobId, name }: JobRow) => void perform(async () => {
      const { undoUntil } = await core.call('job.delete', { jobId })
      navigate({ page: 'jobs' })
      undoToast({ undoUntil, title: words.deleted(name), detail: words.deletedDetail, undo: words.undo, onUndo: () => core.call('job.restore', { jobId }) })
    }),
  }
}
