import type { JobRow } from '../../../shared/job.ts'
import { useCore } from '../../core.tsx'
import { navigate } from '../../navigation.ts'
import { usePerform } from '../../perform.ts'
import { strings } from '../../strings/en.ts'
import { useToasts } from '../../ui/toast.tsx'

const LONGEST_UNDO_MS = 10_000

export function useJobActions() {
  const core = useCore()
  const perform = usePerform()
  const toasts = useToasts()
  const words = strings.jobs
  return {
    run: ({ jobId }: JobRow) => void perform(async () => {
      await core.call('job.run', { jobId })
      toasts.show({ title: words.started })
    }),
    remove: ({ jobId, name }: JobRow) => void perform(async () => {
      const { undoUntil } = await core.call('job.delete', { jobId })
      const left = Math.min(LONGEST_UNDO_MS, Math.max(1_000, undoUntil - Date.now()))
      navigate({ page: 'jobs' })
      toasts.show({
        title: words.deleted(name), description: words.deletedDetail(Math.round(left / 1_000)), timeoutMs: left,
        action: { label: words.undo, onPress: () => void perform(() => core.call('job.restore', { jobId })) },
      })
    }),
  }
}
