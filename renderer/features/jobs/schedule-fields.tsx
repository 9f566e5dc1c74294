import { useId } from 'react'
import { strings } from '../../strings/en.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { EveryUnit, JobDraft } from './job-draft.ts'
import styles from './jobs.module.css'

const words = strings.jobs.editor
const UNITS = (['minutes', 'hours', 'days'] as const).map((value) => ({ value, label: words.units[value] }))

interface ScheduleFieldsProps { draft: JobDraft; error: string | undefined; everyError: boolean; onChange: (change: Partial<JobDraft>) => void }

export function ScheduleFields({ draft, error, everyError, onChange }: ScheduleFieldsProps) {
  const zones = useId()
  return (
    <div className={styles.group}>
      <Segmented label={words.kind} value={draft.kind} onValueChange={(kind) => onChange({ kind })} options={[{ value: 'cron', label: words.kinds.cron }, { value: 'every', label: words.kinds.every }]} />
      {draft.kind === 'cron' ? (
        <div className={styles.fields}>
          <TextField mono label={words.cron} hint={words.cronHint} value={draft.cron} onValueChange={(cron) => onChange({ cron })} {...(error === undefined ? {} : { error })} />
          <TextField label={words.zone} hint={words.zoneHint} list={zones} value={draft.zone} onValueChange={(zone) => onChange({ zone })} />
          <datalist id={zones}>{Intl.supportedValuesOf('timeZone').map((zone) => <option key={zone} value={zone} />)}</datalist>
        </div>
      ) : (
        <div className={styles.fields}>
          <TextField label={words.every} hint={words.everyHint} inputMode="numeric" value={draft.every} onValueChange={(every) => onChange({ every })} {...(everyError ? { error: words.everyError } : error === undefined ? {} : { error })} />
          <Select<EveryUnit> label={words.unit} value={draft.unit} onValueChange={(unit) => onChange({ unit })} options={UNITS} />
        </div>
      )}
    </div>
  )
}
