import { useCore, useRows } from '../../core.tsx'
import { strings } from '../../strings/en.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { usePending } from '../../use-pending.ts'

/** Why no job starts by itself, and the way to let them. */
export function HeldBanner() {
  const core = useCore()
  const pending = usePending()
  const schedules = useRows('schedules.watch', {})?.[0]
  const words = strings.jobs.held
  if (schedules === undefined || schedules.on) return null
  return (
    <Banner
      kind="warn"
      kindLabel={words.kind}
      happened={schedules.why ?? ''}
      kept={words.kept}
      actions={schedules.canResume ? <Button busy={pending.has('resume')} onClick={() => pending.run('resume', () => core.call('schedules.resume', {}))}>{words.resume}</Button> : undefined}
    />
  )
}
