import { Plus } from 'lucide-react'
import type { Route } from '../../route.ts'
import { useRows } from '../../core.tsx'
import { RailToggle } from '../../frame-toggles.tsx'
import { navigate } from '../../navigation.ts'
import { strings } from '../../strings/en.ts'
import { PageHeader } from '../../ui/app-frame.tsx'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageBody } from '../../ui/page-body.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { HeldBanner } from './held-banner.tsx'
import { JobEditor } from './job-editor.tsx'
import { JobList } from './job-list.tsx'
import { JobView } from './job-view.tsx'
import { SourcesPanel } from './sources-panel.tsx'
import { WebhooksPanel } from './webhooks-panel.tsx'
import pageScroller from '../../ui/page-scroller.module.css'
import styles from './jobs.module.css'

const words = strings.jobs

/** What runs by the clock: the list, one job, or its editor. */
export function JobsPage({ route }: { route: Extract<Route, { page: 'jobs' }> }) {
  const rows = useRows('jobs.watch', {})
  const jobId = 'jobId' in route ? route.jobId : undefined
  const chosen = rows?.find((row) => row.jobId === jobId)
  if (route.edit === 'new') return <JobEditor key="new" job={null} />
  if (chosen !== undefined) return route.edit === undefined ? <JobView key={chosen.jobId} job={chosen} /> : <JobEditor key={chosen.jobId} job={chosen} />
  const jobs = rows === null ? <Skeleton label={words.loading} lines={6} /> : jobId !== undefined ? (
    <EmptyState title={words.gone.title} action={<Button onClick={() => navigate({ page: 'jobs' })}>{words.gone.back}</Button>}>{words.gone.body}</EmptyState>
  ) : rows.length === 0 ? (
    <EmptyState title={words.none.title} action={<Button variant="primary" onClick={() => navigate({ page: 'jobs', edit: 'new' })}>{words.add}</Button>}>{words.none.body}</EmptyState>
  ) : <JobList jobs={rows} />
  return (
    <>
      <PageHeader leading={<RailToggle />} title={words.title} actions={<Button icon={<Plus aria-hidden="true" />} onClick={() => navigate({ page: 'jobs', edit: 'new' })}>{words.add}</Button>} />
      <PageBody className={styles.page}>
        <Tabs<'jobs' | 'webhooks' | 'sources'>
          label={words.title}
          value={'tab' in route ? route.tab : 'jobs'}
          onValueChange={(to) => navigate(to === 'jobs' ? { page: 'jobs' } : { page: 'jobs', tab: to })}
          tabs={[{ value: 'jobs', label: words.list, panel: <div className={classes(pageScroller.body, styles.page)}><HeldBanner />{jobs}</div> }, { value: 'webhooks', label: strings.webhooks.tab, panel: <WebhooksPanel /> }, { value: 'sources', label: strings.sources.tab, panel: <SourcesPanel /> }]}
        />
      </PageBody>
    </>
  )
}
