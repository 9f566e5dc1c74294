import { useEffect, useRef, useState } from 'react'
import type { RunFilter } from '../../../shared/run-log.ts'
import { useCore } from '../../core.tsx'
import { usePerform } from '../../perform.ts'
import { saveFile } from '../../save-file.ts'
import { strings } from '../../strings/en.ts'
import { useToasts } from '../../ui/toast.tsx'

export interface ExportProgress { readonly done: number; readonly of: number }

const words = strings.runs.audit

/** Fetches an export piece by piece, so that it can be watched and called off, and saves it when all of it is here. */
export function useExport(filter: () => RunFilter): { readonly progress: ExportProgress | null; readonly start: () => void; readonly cancel: () => void } {
  const core = useCore()
  const perform = usePerform()
  const toasts = useToasts()
  const [progress, setProgress] = useState<ExportProgress | null>(null)
  /** The export under way; another object, or none, means that it was called off. */
  const current = useRef<object | null>(null)
  useEffect(() => () => { current.current = null }, [])

  const fetchAll = async (mine: object): Promise<void> => {
    const wanted = filter()
    const pieces: string[] = []
    let after: number | null = null
    let until: number | null = null
    do {
      const piece: { lines: string; after: number | null; until: number; done: number; of: number } = await core.call('audit.export', { filter: wanted, after, until })
      if (current.current !== mine) return
      pieces.push(piece.lines)
      after = piece.after
      until = piece.until
      setProgress({ done: piece.done, of: piece.of })
      if (after === null) {
        saveFile(`gatehouse-audit-${new Date().toISOString().slice(0, 10)}.jsonl`, pieces)
        toasts.show({ title: words.exported(piece.of), description: words.exportedDetail })
      }
    } while (after !== null)
  }
  const start = () => {
    const mine = {}
    current.current = mine
    setProgress({ done: 0, of: 0 })
    void perform(() => fetchAll(mine)).finally(() => { if (current.current === mine) { current.current = null; setProgress(null) } })
  }
  const cancel = () => {
    current.current = null
    setProgress(null)
  }
  return { progress, start, cancel }
}
