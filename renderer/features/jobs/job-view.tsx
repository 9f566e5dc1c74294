import { ArrowLeft, Pencil, Play, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { JobRow } from '../../../shared/job.ts'
import { useCore, useRows } from '../../core.tsx'
import { navigate } from '../../navigation.ts'
import { outsiderWords } from '../../parts/outsider-words.ts'
import { TaintSources } from '../../parts/taint-sources.tsx'
import { strings } from '../../strings/en.ts'
import { PageHeader } from '../../ui/app-frame.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { DrawnText } from '../../ui/drawn-text.tsx'
import { Facts } from '../../ui/facts.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { OutsiderText } from '../../ui/outsider-text.tsx'
import { PageBody } from '../../ui/page-body.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Switch } from '../../ui/switch.tsx'
import { usePending } from '../../use-pending.ts'
import { HeldBanner } from './held-banner.tsx'
import { JobBadges } from './job-badges.tsx'
import { JobHistory } from './job-history.tsx'
import { useJobActions } from './use-job-actions.ts'
import styles from './jobs.module.css'

const words = strings.jobs

/** One job: what it is told, when it comes, and what became of its times. */
export function JobView({ job }: { job: JobRow }) {
  const core = useCore()
  const pending = usePending()
  const actions = useJobActions()
  const { jobId, name, chatId, state } = job
  return (
    <>
      <PageHeader
        leading={<IconButton icon={<ArrowLeft aria-hidden="true" />} label={words.gone.back} onClick={() => navigate({ page: 'jobs' })} />}
        title={name}
        meta={<JobBadges job={job} />}
        actions={(
          <>
            <Button icon={<Play aria-hidden="true" />} disabled={state.state === 'running' || state.state === 'capped' || state.state === 'broken'} onClick={() => actions.run(job)}>{words.actions.run}</Button>
            <IconButton icon={<Pencil aria-hidden="true" />} label={words.actions.edit} onClick={() => navigate({ page: 'jobs', jobId, edit: 'text' })} />
            <IconButton icon={<Trash2 aria-hidden="true" />} label={words.actions.remove} onClick={() => actions.remove(job)} />
          </>
        )}
      />
      <PageBody className={styles.page}>
        <HeldBanner />
        {state.state === 'broken' ? <Banner kind="error" kindLabel={words.states.broken} happened={state.why} kept={words.brokenKept} /> : null}
        <div className={styles.bar}>
          <Switch label={words.switch(name)} checked={job.on} busy={pending.has('on')} onCheckedChange={(on) => pending.run('on', () => core.call('job.switch', { jobId, on }))} />
          {state.state === 'waiting' ? <Button variant="primary" onClick={() => navigate({ page: 'inbox' })}>{words.actions.answer}</Button> : null}
          {chatId === null ? null : <Button onClick={() => navigate({ page: 'chat', chatId })}>{words.actions.openChat}</Button>}
        </div>
        <OutsiderText label={words.facts.prompt} text={job.prompt} words={outsiderWords} />
        {job.taint.length === 0 ? null : <TaintSources sources={job.taint} />}
        <JobFacts job={job} />
        <JobHistory job={job} />
      </PageBody>
    </>
  )
}

/** To what its runs are given. */
function CoworkerLink({ name, roleId }: { name: string; roleId: string }) {
  return <span className={styles.worker}><DrawnText text={name} /><Button size="small" variant="quiet" onClick={() => navigate({ page: 'roles', roleId })}>{words.facts.given}</Button></span>
}

function JobFacts({ job }: { job: JobRow }) {
  const tools = useRows('connectors.watch', {})
  const coworker = useRows('coworkers.watch', {})?.find(({ id }) => id === job.coworker)?.name ?? job.coworker
  const { facts } = words
  const label = (connectorId: string): string => tools?.find((row) => row.connectorId === connectorId)?.label ?? connectorId
  const fact = (id: string, title: string, value: ReactNode) => ({ id, label: title, value })
  const lines = (items: readonly string[], none: string): ReactNode => (items.length === 0 ? none : <ul className={styles.lines}>{items.map((item) => <li key={item}>{item}</li>)}</ul>)
  return (
    <Facts
      facts={[
        fact('when', facts.when, words.schedule(job.schedule)),
        fact('next', facts.next, lines(job.next.map((at) => words.when(at, job.zone)), job.state.state === 'broken' ? facts.broken : job.on ? facts.held : facts.off)),
        fact('last', facts.last, job.lastRun === null ? facts.never : <><RelativeTime at={job.lastRun.at} /> · {strings.chat.panel.status[job.lastRun.status]}</>),
        fact('tokens', facts.tokens, facts.tokensOf(job.tokensToday, job.tokensPerDay)),
        ...(job.coworker === null ? [
          fact('model', facts.model, job.model ?? facts.defaultModel),
          fact('tools', facts.tools, lines(job.tools.map(({ connectorId, tool }) => `${label(connectorId)}: ${tool}`), facts.noTools)),
          fact('hosts', facts.hosts, lines(job.hosts, facts.noHosts)),
        ] : [fact('coworker', facts.coworker, <CoworkerLink name={coworker ?? ''} roleId={`job:${job.jobId}:${job.coworker}`} />)]),
        fact('catch-up', facts.catchUp, words.catchUp[job.catchUp]),
      ]}
    />
  )
}
