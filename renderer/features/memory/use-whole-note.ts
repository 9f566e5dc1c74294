import { useEffect, useEffectEvent, useState } from 'react'
import type { NoteRow } from '../../../shared/stored-record.ts'
import { useCore } from '../../core.tsx'
import { usePerform } from '../../perform.ts'

/** One note with all of its text, as of one moment. */
export interface WholeNote { readonly row: NoteRow; readonly text: string }

/** Null until it has been read, once. A failure is told in a toast; then `onFailed` is called. */
export function useWholeNote(id: number, onFailed: () => void): readonly [WholeNote | null, (note: WholeNote) => void] {
  const core = useCore()
  const perform = usePerform()
  const [note, setNote] = useState<WholeNote | null>(null)
  const failed = useEffectEvent(onFailed)
  useEffect(() => {
    let isWanted = true
    void perform(() => core.call('note.read', { id })).then((read) => {
      if (!isWanted) return
      if (read === undefined) failed()
      else setNote(read)
    })
    return () => { isWanted = false }
  }, [core, perform, id])
  return [note, setNote]
}
