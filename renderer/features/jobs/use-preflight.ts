import { useEffect, useState } from 'react'
import type { JobId } from '../../../shared/ids.ts'
import { JobText, type Preflight } from '../../../shared/job.ts'
import { useCore } from '../../core.tsx'
import { usePerform } from '../../perform.ts'
import { useSettled } from '../../use-settled.ts'

/** What the job would be as it is written now, once the typing pauses; the last answer stays until then. */
export function usePreflight(jobId: JobId | null, text: JobText | null): Preflight | null {
  const core = useCore()
  const perform = usePerform()
  const settled = useSettled(text === null ? '' : JSON.stringify(text))
  const [told, setTold] = useState<Preflight | null>(null)
  useEffect(() => {
    if (settled === '') return
    let isCurrent = true
    void perform(() => core.call('job.preflight', { jobId, text: JobText.parse(JSON.parse(settled)) })).then((read) => { if (isCurrent && read !== undefined) setTold(read) })
    return () => { isCurrent = false }
  }, [core, perform, jobId, settled])
  return told
}
