import { saveFile } from '../../save-file.ts'
import type { StoreName } from '../../../shared/stored-record.ts'
import { useCore } from '../../core.tsx'
import { usePerform } from '../../perform.ts'
import { strings } from '../../strings/en.ts'
import { useToasts } from '../../ui/toast.tsx'
import { shortWords } from './short-words.ts'

interface Deletion {
  readonly store: StoreName
  readonly id: number
  /** The beginning of its words, to tell which one it was. */
  readonly text: string
  /** Called when it is gone, and when it is back. */
  readonly onDone: () => Promise<void>
}

const OPERATIONS = {
  memories: { remove: 'memory.delete', restore: 'memory.restore' },
  tasks: { remove: 'task.delete', restore: 'task.restore' },
  notes: { remove: 'note.delete', restore: 'note.restore' },
} as const
const LONGEST_UNDO_MS = 10_000

/** What the lists have in common. */
export function useStoredActions() {
  const core = useCore()
  const perform = usePerform()
  const toasts = useToasts()
  const words = strings.memory
  return {
    /** True when it was deleted. */
    remove: ({ store, id, text, onDone }: Deletion): Promise<boolean> => perform(async () => {
      const { undoUntil } = await core.call(OPERATIONS[store].remove, { id })
      const left = Math.min(LONGEST_UNDO_MS, Math.max(1_000, undoUntil - Date.now()))
      toasts.show({
        title: words[store].deleted(shortWords(text)),
        description: words.deletedDetail(Math.round(left / 1_000)),
        timeoutMs: left,
        action: { label: words.undo, onPress: () => void perform(async () => { await core.call(OPERATIONS[store].restore, { id }); await onDone() }) },
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
