import { saveFile } from '../../save-file.ts'
import type { StoreName } from '../../../shared/stored-record.ts'
import { useCore } from '../../core.tsx'
import { usePerform } from '../../perform.ts'
import { strings } from '../../strings/en.ts'
import { useUndoToast } from '../../use-undo-toast.ts'
import { shortWords } from '../../parts/short-words.ts'

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

/** What the lists have in common. */
export function useStoredActions() {
  const core = useCore()
  const perform = usePerform()
  const undoToast = useUndoToast()
  const words = strings.memory
  return {
    /** True when it was deleted. */
    remove: ({ store, id, text, onDone }: Deletion): Promise<boolean> => perform(async () => {
      const { undoUntil } = await core.call(OPERATIONS[store].remove, { id })
      undoToast({
        undoUntil, title: words[store].deleted(shortWords(text)), detail: words.deletedDetail, undo: words.undo,
        onUndo: async () => { await core.call(OPERATIONS[store].restore, { id }); await onDone() },
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
