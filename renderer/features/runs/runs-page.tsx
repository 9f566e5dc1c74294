import { useCallback, useMemo, useState } from 'react'
import type { Route } from '../../route.ts'
import type { CaseRunId, TurnId } from '../../../shared/ids.ts'
import type { AuditRow, RunRow, RunsRow } from '../../../shared/run-log.ts'
import { useCore, useRows } from '../../core.tsx'
import { RailToggle } from '../../frame-toggles.tsx'
import { navigate } from '../../navigation.ts'
import { strings } from '../../strings/en.ts'
import { PageHeader } from '../../ui/app-frame.tsx'
import { classes } from '../../ui/classes.ts'
import { Tabs } from '../../ui/tabs.tsx'
import { useSettled } from '../../use-settled.ts'
import { AuditLine } from './audit-line.tsx'
import { CaseRunView } from './case-run-view.tsx'
import { CaseRunsTab } from './case-runs-tab.tsx'
import { ChainBar } from './chain-bar.tsx'
import { NOTHING_CHOSEN, toRunFilter, type ChosenFilter } from './filter-choices.ts'
import { Listed } from './listed.tsx'
import { RunLine } from './run-line.tsx'
import { RunView } from './run-view.tsx'
import { WhatIfTab } from './what-if-tab.tsx'
import page from '../../ui/list-page.module.css'
import styles from './runs.module.css'

const words = strings.runs
type Listing = 'runs' | 'audit'
type Tab = Listing | 'what-if' | 'cases'

/** What each list showed before a run was opened from it. */
interface Kept { readonly chosen: Readonly<Record<Listing, ChosenFilter>>; readonly opened: { readonly tab: Listing; readonly index: number } | { readonly tab: 'cases'; readonly caseRunId: CaseRunId } | null }

export function RunsPage({ route }: { route: Extract<Route, { page: 'runs' }> }) {
  const [kept, setKept] = useState<Kept>({ chosen: { runs: NOTHING_CHOSEN, audit: NOTHING_CHOSEN }, opened: null })
  const [lookedFor, setLookedFor] = useState<Route | null>(null)
  if ('query' in route && route !== lookedFor) {
    setLookedFor(route)
    setKept((now) => ({ chosen: { ...now.chosen, runs: { ...NOTHING_CHOSEN, query: route.query } }, opened: null }))
  }
  const row = useRows('runs.watch', {})?.[0]
  if ('turnId' in route) {
    const back = () => navigate(kept.opened?.tab === 'cases' ? { page: 'runs', ...kept.opened } : kept.opened?.tab === 'audit' ? { page: 'runs', tab: 'audit' } : { page: 'runs' })
    return <RunView key={`${route.turnId} ${route.seq ?? ''}`} turnId={route.turnId} startSeq={route.seq ?? null} revision={row?.revision} onBack={back} />
  }
  const tab = 'query' in route ? 'runs' : route.tab ?? 'runs'
  const choose = (of: Listing) => (chosen: ChosenFilter) => setKept((now) => ({ chosen: { ...now.chosen, [of]: chosen }, opened: null }))
  const startAt = (of: Listing) => (kept.opened !== null && kept.opened.tab === of ? kept.opened.index : null)
  const open = (of: Listing, index: number, to: Route) => {
    setKept((now) => ({ ...now, opened: { tab: of, index } }))
    navigate(to)
  }
  const caseRunId = 'caseRunId' in route ? route.caseRunId : undefined
  const showCase = (from: CaseRunId, turnId: TurnId) => {
    setKept((now) => ({ ...now, opened: { tab: 'cases', caseRunId: from } }))
    navigate({ page: 'runs', turnId })
  }
  return (
    <>
      <PageHeader leading={<RailToggle />} title={words.title} />
      <div className={classes(page.page, styles.page)}>
        <Tabs<Tab>
          label={words.tabs}
          value={tab}
          onValueChange={(to) => {
            setKept((now) => ({ ...now, opened: null }))
            navigate(to === 'runs' ? { page: 'runs' } : { page: 'runs', tab: to })
          }}
          tabs={[
            { value: 'runs', label: words.tab.runs, panel: <AllRuns chosen={kept.chosen.runs} onChoose={choose('runs')} revision={row?.revision} startAt={startAt('runs')} onOpen={(run, index) => open('runs', index, { page: 'runs', turnId: run.id })} /> },
            { value: 'audit', label: words.tab.audit, panel: <Audit chosen={kept.chosen.audit} onChoose={choose('audit')} row={row} startAt={startAt('audit')} onOpen={(entry, index) => open('audit', index, { page: 'runs', turnId: entry.turnId, seq: entry.seq })} /> },
            { value: 'what-if', label: strings.lookBack.whatIf.tab, panel: <WhatIfTab /> },
            { value: 'cases', label: strings.cases.tab, panel: caseRunId === undefined ? <CaseRunsTab /> : <CaseRunView key={caseRunId} caseRunId={caseRunId} onBack={() => navigate({ page: 'runs', tab: 'cases' })} onShowRun={(turnId) => showCase(caseRunId, turnId)} /> },
          ]}
        />
      </div>
    </>
  )
}

interface PanelProps<Row> { chosen: ChosenFilter; onChoose: (chosen: ChosenFilter) => void; startAt: number | null; onOpen: (row: Row, index: number) => void }

function AllRuns({ chosen, revision, ...rest }: PanelProps<RunRow> & { revision: number | undefined }) {
  const core = useCore()
  const asked = useSettledFilter(chosen)
  const readPage = useCallback((offset: number, limit: number) => core.call('runs.list', { filter: toRunFilter(asked, Date.now()), offset, limit }), [core, asked])
  return <Listed<RunRow> name="runs" chosen={chosen} readPage={readPage} revision={revision} {...rest}>{(run) => <RunLine run={run} />}</Listed>
}

function Audit({ chosen, row, ...rest }: PanelProps<AuditRow> & { row: RunsRow | undefined }) {
  const core = useCore()
  const asked = useSettledFilter(chosen)
  const readPage = useCallback((offset: number, limit: number) => core.call('audit.list', { filter: toRunFilter(asked, Date.now()), offset, limit }), [core, asked])
  return (
    <Listed<AuditRow>
      name="audit"
      chosen={chosen}
      readPage={readPage}
      revision={row?.revision}
      above={row === undefined || row.records === 0 ? null : <ChainBar row={row} filter={() => toRunFilter(chosen, Date.now())} />}
      {...rest}
    >
      {(entry) => <AuditLine entry={entry} />}
    </Listed>
  )
}

/** As chosen, except that typing is waited for. */
function useSettledFilter({ query: typed, status, role, connectorId, toolClass, decision, time, tainted }: ChosenFilter): ChosenFilter {
  const query = useSettled(typed)
  return useMemo(() => ({ query, status, role, connectorId, toolClass, decision, time, tainted }), [query, status, role, connectorId, toolClass, decision, time, tainted])
}
