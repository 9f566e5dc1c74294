import { useCallback, useEffect, useState } from 'react'
import type { JobId, SourceId } from '../../../shared/ids.ts'
import { JobText, type Preflight } from '../../../shared/job.ts'
import { SourceText, type SourcePreflight } from '../../../shared/source.ts'
import { useCore } from '../../core.tsx'
import { usePerform } from '../../perform.ts'
import { useSettled } from '../../use-settled.ts'

/** What the job would be as it is written now. */
export function useJobPreflight(jobId: JobId | null, text: JobText | null): Preflight | null {
  const core = useCore()
  return useToldOf(text, useCallback((written: unknown) => core.call('job.preflight', { jobId, text: JobText.parse(written) }), [core, jobId]))
}

export function useSourcePreflight(sourceId: SourceId | null, text: SourceText | null): SourcePreflight | null {
  const core = useCore()
  return useToldOf(text, useCallback((written: unknown) => core.call('source.preflight', { sourceId, text: SourceText.parse(written) }), [core, sourceId]))
}

/** Asked once the typing pauses; the last answer stays until the next one comes. Null: there is nothing to ask about yet. */
function useToldOf<Told>(text: object | null, ask: (written: unknown) => Promise<Told>): Told | null {
  const perform = usePerform()
  const settled = useSettled(text === null ? '' : JSON.stringify(text))
  const [told, setTold] = useState<Told | null>(null)
  useEffect(() => {
    if (settled === '') return
    let isCurrent = true
    void perform(() => ask(JSON.parse(settled))).then((read) => { if (isCurrent && read !== undefined) setTold(() => read) })
    return () => { isCurrent = false }
  }, [perform, ask, settled])
  return told
}
