import { useState } from 'react'
import { ArrowLeft } from 'lucide-react'
import type { JobRow, JobText } from '../../../shared/job.ts'
import { useCore, useRows } from '../../core.tsx'
import { navigate } from '../../navigation.ts'
import { strings } from '../../strings/en.ts'
import { PageHeader } from '../../ui/app-frame.tsx'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { PageBody } from '../../ui/page-body.tsx'
import { Select } from '../../ui/select.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { usePending } from '../../use-pending.ts'
import { useSettings } from '../../use-settings.ts'
import { readDraft, toDraft, type JobDraft } from './job-draft.ts'
import { PreflightPanel } from './preflight-panel.tsx'
import { ScheduleFields } from './schedule-fields.tsx'
import { ToolChoices } from './tool-choices.tsx'
import { useJobPreflight } from './use-preflight.ts'
import styles from './jobs.module.css'

const words = strings.jobs.editor
const DEFAULT = 'default'

/** All that a person decides about a job, with what it would be beside it. What can't be saved is said at its field. */
export function JobEditor({ job }: { job: JobRow | null }) {
  const core = useCore()
  const pending = usePending()
  const [draft, setDraft] = useState(() => toDraft(job, Intl.DateTimeFormat().resolvedOptions().timeZone))
  const [tried, setTried] = useState(false)
  const change = (part: Partial<JobDraft>) => setDraft((now) => ({ ...now, ...part }))
  const { text, problem } = readDraft(draft)
  const told = useJobPreflight(job?.jobId ?? null, text)
  /** A field that nobody came to yet isn't wrong. */
  const errorOf = (field: keyof JobText): string | undefined => (tried || (field !== 'name' && field !== 'prompt') ? told?.problems.find((one) => one.field === field)?.sentence : undefined)
  const error = (field: keyof JobText) => { const sentence = errorOf(field); return sentence === undefined ? {} : { error: sentence } }
  const leave = () => navigate(job === null ? { page: 'jobs' } : { page: 'jobs', jobId: job.jobId })
  const save = () => {
    setTried(true)
    if (text === null || (told?.problems.length ?? 0) > 0) return
    pending.run('save', async () => {
      if (job !== null) await core.call('job.update', { jobId: job.jobId, seen: job.updatedAt, text })
      navigate({ page: 'jobs', jobId: job?.jobId ?? (await core.call('job.create', { text })).jobId })
    })
  }
  return (
    <>
      <PageHeader
        leading={<IconButton icon={<ArrowLeft aria-hidden="true" />} label={words.cancel} onClick={leave} />}
        title={job === null ? words.new : words.edit(job.name)}
        actions={<Button variant="primary" busy={pending.has('save')} onClick={save}>{job === null ? words.create : words.save}</Button>}
      />
      <PageBody className={styles.page} groupLabel={words.form}>
        <TextField label={words.name} autoFocus dir="auto" value={draft.name} onValueChange={(name) => change({ name })} {...error('name')} />
        <TextArea label={words.prompt} hint={words.promptHint} dir="auto" minRows={3} maxRows={14} submitOn="mod-enter" onSubmit={save} value={draft.prompt} onValueChange={(prompt) => change({ prompt })} {...error('prompt')} />
        <ScheduleFields draft={draft} error={errorOf('schedule')} everyError={problem?.field === 'every'} onChange={change} />
        <CoworkerField draft={draft} error={errorOf('coworker')} onChange={change} />
        {draft.coworker !== '' ? null : (
          <>
            <ToolChoices chosen={draft.tools} onChoose={(tools) => change({ tools })} />
            <TextArea
              label={words.hosts}
              hint={words.hostsHint}
              minRows={1}
              maxRows={6}
              value={draft.hosts}
              onValueChange={(hosts) => change({ hosts })}
              {...(problem?.field === 'hosts' ? { error: words.hostsError(problem.text) } : {})}
            />
            <ModelField draft={draft} onChange={change} />
          </>
        )}
        <div className={styles.fields}>
          <TextField label={words.tokens} inputMode="numeric" value={draft.tokens} onValueChange={(tokens) => change({ tokens })} {...(problem?.field === 'tokens' ? { error: words.tokensError } : error('tokensPerDay'))} />
          <Select<JobText['catchUp']> label={words.catchUp} value={draft.catchUp} onValueChange={(catchUp) => change({ catchUp })} options={[{ value: 'run', label: strings.jobs.catchUp.run }, { value: 'skip', label: strings.jobs.catchUp.skip }]} />
        </div>
        <PreflightPanel told={told} />
      </PageBody>
    </>
  )
}

/** The job itself, with tools of its own, or a coworker that brings its own. */
function CoworkerField({ draft, error, onChange }: { draft: JobDraft; error: string | undefined; onChange: (change: Partial<JobDraft>) => void }) {
  const coworkers = useRows('coworkers.watch', {}) ?? []
  const isGone = draft.coworker !== '' && !coworkers.some(({ id }) => id === draft.coworker)
  const options = [
    { value: DEFAULT, label: words.itself },
    ...coworkers.map(({ id, name }) => ({ value: `coworker ${id}`, label: name })),
    ...(isGone ? [{ value: `coworker ${draft.coworker}`, label: draft.coworker }] : []),
  ]
  return (
    <div className={styles.group}>
      <Select label={words.coworker} value={draft.coworker === '' ? DEFAULT : `coworker ${draft.coworker}`} onValueChange={(value) => onChange({ coworker: value === DEFAULT ? '' : value.slice('coworker '.length) })} options={options} />
      {error === undefined ? <p className={styles.meta}>{draft.coworker === '' ? words.itselfHint : words.coworkerHint}</p> : <p className={styles.wrong} role="alert">{error}</p>}
    </div>
  )
}

function ModelField({ draft, onChange }: { draft: JobDraft; onChange: (change: Partial<JobDraft>) => void }) {
  const models = useRows('models.watch', {}) ?? []
  const settings = useSettings()
  const options = [{ value: DEFAULT, label: words.defaultModel(settings?.model ?? '') }, ...models.map(({ profile: { name } }) => ({ value: `model ${name}`, label: name }))]
  return <Select label={words.model} value={draft.model === '' ? DEFAULT : `model ${draft.model}`} onValueChange={(value) => onChange({ model: value === DEFAULT ? '' : value.slice('model '.length) })} options={options} />
}
