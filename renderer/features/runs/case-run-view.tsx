import { useEffect, useState } from 'react'
import { ArrowLeft } from 'lucide-react'
import type { CaseResult, CaseRunRow } from '../../../shared/case-run.ts'
import type { WireError } from '../../../shared/errors.ts'
import type { CaseRunId, TurnId } from '../../../shared/ids.ts'
import { useCore, useRows } from '../../core.tsx'
import { navigate } from '../../navigation.ts'
import { ProblemBanner } from '../../parts/problem-banner.tsx'
import { strings } from '../../strings/en.ts'
import { takeAnswer } from '../../take-answer.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { DrawnText } from '../../ui/drawn-text.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { CaseRunBadge } from './case-runs-tab.tsx'
import { CompareView } from './compare-view.tsx'
import { RunName } from './run-line.tsx'
import styles from './cases.module.css'
import rows from './runs.module.css'
import tabBody from './tab-body.module.css'

const words = strings.cases.show
const status = strings.chat.panel.status

interface Shown { readonly caseRun: CaseRunRow; readonly results: readonly CaseResult[] }

/** What became of each run of a set, beside what became of it then. Read anew as its branches go on. */
export function CaseRunView({ caseRunId, onBack, onShowRun }: { caseRunId: CaseRunId; onBack: () => void; onShowRun: (turnId: TurnId) => void }) {
  const core = useCore()
  const row = useRows('case-runs.watch', {})?.find(({ id }) => id === caseRunId)
  const [shown, setShown] = useState<Shown | null>(null)
  const [problem, setProblem] = useState<WireError | null>(null)
  const [compared, compare] = useState<readonly [TurnId, TurnId] | null>(null)
  useEffect(() => takeAnswer(core.call('case-run.show', { caseRunId }), (found) => {
    setShown(found)
    setProblem(null)
  }, setProblem), [core, caseRunId, row])
  if (compared !== null) return <CompareView turnIds={compared} onClose={() => compare(null)} />
  return (
    <div className={tabBody.tab}>
      <div><Button size="small" icon={<ArrowLeft aria-hidden="true" />} onClick={onBack}>{words.back}</Button></div>
      {problem === null ? null : <ProblemBanner problem={problem} />}
      {shown === null ? (problem === null ? <Skeleton label={strings.cases.loading} lines={8} /> : null) : (
        <>
          <About shown={shown} onGone={onBack} onProblem={setProblem} />
          <Table<CaseResult>
            caption={words.table}
            columns={columnsOf({ compare: (result) => { if (result.branchId !== null) compare([result.originId, result.branchId]) }, show: onShowRun })}
            groups={[{ id: 'all', rows: shown.results }]}
            rowKey={({ originId }) => originId}
            rowTone={({ state }) => (state === 'asking' ? 'asks' : state === 'not-run' ? 'muted' : 'normal')}
          />
        </>
      )}
    </div>
  )
}

function About({ shown: { caseRun, results }, onGone, onProblem }: { shown: Shown; onGone: () => void; onProblem: (problem: WireError) => void }) {
  const core = useCore()
  const over = results.filter(({ state }) => state === 'ended')
  const all = results.length
  return (
    <>
      <div className={styles.about}>
        <h2 className={styles.name}><DrawnText text={caseRun.name} /></h2>
        <CaseRunBadge run={caseRun} />
        <span className={classes(rows.facts, styles.grow)}>
          <span><RelativeTime at={caseRun.startedAt} /></span>
          <span>{strings.cases.runs.change(caseRun.change)}</span>
          <span role="status">{strings.cases.runs.progress(over.length + caseRun.counts['not-run'], all)}</span>
        </span>
        {caseRun.endedAt === null
          ? <Button size="small" onClick={() => { takeAnswer(core.call('case-run.stop', { caseRunId: caseRun.id }), () => undefined, onProblem) }}>{words.stop}</Button>
          : <Button size="small" variant="quiet" onClick={() => { takeAnswer(core.call('case-run.remove', { caseRunId: caseRun.id }), onGone, onProblem) }}>{words.remove}</Button>}
      </div>
      <p>{words.summary(over.filter(({ calls }) => calls === 'same').length, over.filter(({ calls }) => calls === 'other').length, caseRun.counts['not-run'])}</p>
      {caseRun.allow.length === 0 ? null : <p className={styles.quiet}>{words.allowed(caseRun.allow)}</p>}
    </>
  )
}

interface Looks { compare: (result: CaseResult) => void; show: (turnId: TurnId) => void }

const columnsOf = ({ compare, show }: Looks): readonly Column<CaseResult>[] => [
  { id: 'run', header: words.columns.run, rowHeader: true, cell: ({ origin, originId, problem }) => (
    <span className={styles.case}>
      {origin === null ? <span className={styles.quiet}>{words.gone}</span> : <button type="button" className={styles.link} onClick={() => show(originId)}><RunName run={origin} /></button>}
      {problem === null ? null : <span className={styles.quiet}><DrawnText text={problem} /></span>}
    </span>
  ) },
  { id: 'calls', header: words.columns.calls, width: '112px', cell: ({ calls, differsAt }) => (calls === null ? null : (
    <span className={styles.case}>
      <Badge tone={calls === 'other' ? 'write' : 'neutral'}>{words.calls[calls]}</Badge>
      {differsAt === null ? null : <span className={styles.quiet}>{words.differsAt(differsAt)}</span>}
    </span>
  )) },
  { id: 'outcome', header: words.columns.outcome, width: '150px', cell: (result) => <Outcome result={result} /> },
  { id: 'cost', header: words.columns.cost, align: 'end', width: '128px', cell: ({ origin, branch, money, branchId }) => (
    <span className={classes(styles.case, styles.figures)}>
      <span>{words.tokens(origin?.tokens ?? 0, branch?.tokens ?? null)}</span>
      <span className={styles.quiet}>{words.cost(money.then, money.now, branchId !== null)}</span>
    </span>
  ) },
  { id: 'actions', header: words.columns.actions, width: '96px', cell: (result) => {
    const { branchId, state, origin, originId } = result
    const name = origin?.preview ?? originId
    if (branchId === null) return null
    return state === 'asking'
      ? <Button size="small" variant="primary" aria-label={words.inboxOf(name)} onClick={() => navigate({ page: 'inbox' })}>{words.inbox}</Button>
      : <Button size="small" aria-label={words.compareOf(name)} onClick={() => compare(result)}>{words.compare}</Button>
  } },
]

function Outcome({ result: { state, origin, branch } }: { result: CaseResult }) {
  if (state !== 'ended' || branch === null) return <Badge tone={state === 'asking' ? 'asks' : state === 'paused' ? 'write' : 'neutral'}>{words.states[state]}</Badge>
  if (origin !== null && origin.status === branch.status) return <Badge>{`${status[branch.status]}, ${words.sameOutcome}`}</Badge>
  return <Badge tone="write">{words.thenNow(origin === null ? '' : status[origin.status], status[branch.status])}</Badge>
}
