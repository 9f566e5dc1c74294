import { saveFile } from '../../save-file.ts'
import type { StoreName } from '../../../shared/stored-record.ts'
import { useCore } from '../../core.tsx'
import { usePerform } from '../../perform.ts'
import { strings } from '../../strings/en.ts'
import { useToasts } from '../../ui/toast.tsx'

interface Deletion {
  /** Says what was deleted. */
  readonly title: string
  readonly remove: () => Promise<{ readonly undoUntil: number }>
  readonly restore: () => Promise<unknown>
  /** After each of the two. */
  readonly onDone: () => Promise<void>
}

const LONGEST_UNDO_MS = 10_000

/** What memories and tasks have in common. */
export function useStoredActions() {
  const core = useCore()
  const perform = usePerform()
  const toasts = useToasts()
  const words = strings.memory
  return {
    /** True when it was deleted. */
    remove: ({ title, remove, restore, onDone }: Deletion): Promise<boolean> => perform(async () => {
      const { undoUntil } = await remove()
      const left = Math.min(LONGEST_UNDO_MS, Math.max(1_000, undoUntil - Date.now()))
      toasts.show({
        title,
        description: words.deletedDetail(Math.round(left / 1_000)),
        timeoutMs: left,
        action: { label: words.undo, onPress: () => void perform(async () => { await restore(); await onDone() }) },
      })
      await onDone()
      return true
    }).then((done) => done === true),
    exportAs: (what: StoreName, format: 'markdown' | 'json') => void perform(async () => {
      const { fileName, content } = await core.call('memory.export', { what, format })
      saveFile(fileName, content)
    }),
  }
}
