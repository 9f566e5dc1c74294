import type { RunFilter } from '../../../shared/run-log.ts'
import { useCore } from '../../core.tsx'
import { usePerform } from '../../perform.ts'
import { saveFile } from '../../save-file.ts'
import { strings } from '../../strings/en.ts'
import { useToasts } from '../../ui/toast.tsx'
import { usePiecewise, type Piecewise } from '../../use-piecewise.ts'

const words = strings.runs.audit

/** Fetches an export piece by piece and saves it when all of it is here. Its progress counts records. */
export function useExport(filter: () => RunFilter): { readonly progress: Piecewise['progress']; readonly start: () => void; readonly cancel: () => void } {
  const core = useCore()
  const perform = usePerform()
  const toasts = useToasts()
  const { progress, start, cancel } = usePiecewise()
  const fetchAll = () => start((isWanted, onProgress) => perform(async () => {
    const wanted = filter()
    const pieces: string[] = []
    let after: number | null = null
    let until: number | null = null
    do {
      const piece: { lines: string; after: number | null; until: number; done: number; of: number } = await core.call('audit.export', { filter: wanted, after, until })
      if (!isWanted()) return
      pieces.push(piece.lines)
      after = piece.after
      until = piece.until
      onProgress({ done: piece.done, of: piece.of })
      if (after === null) {
        saveFile(`gatehouse-audit-${new Date().toISOString().slice(0, 10)}.jsonl`, pieces)
        toasts.show({ title: words.exported(piece.of), description: words.exportedDetail })
      }
    } while (after !== null)
  }))
  return { progress, start: fetchAll, cancel }
}
