import { useState } from 'react'
import { FlaskConical, MoreHorizontal, Plus } from 'lucide-react'
import type { CaseRunRow, CaseSetRow } from '../../../shared/case-run.ts'
import type { WireError } from '../../../shared/errors.ts'
import { useCore, useRows } from '../../core.tsx'
import { navigate } from '../../navigation.ts'
import { ProblemBanner } from '../../parts/problem-banner.tsx'
import { strings } from '../../strings/en.ts'
import { takeAnswer } from '../../take-answer.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { DrawnText } from '../../ui/drawn-text.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TitledSection } from '../../ui/titled-section.tsx'
import { CaseSetDialog } from './case-set-dialog.tsx'
import { CaseStartDialog } from './case-start-dialog.tsx'
import styles from './cases.module.css'
import rows from './runs.module.css'
import tabBody from './tab-body.module.css'

const words = strings.cases

type Open = { readonly dialog: 'set'; readonly set: CaseSetRow | null } | { readonly dialog: 'start' | 'remove'; readonly set: CaseSetRow }

/** Sets of recorded runs, and what came of running them again. */
export function CaseRunsTab() {
  const core = useCore()
  const sets = useRows('case-sets.watch', {})
  const runs = useRows('case-runs.watch', {})
  const [open, setOpen] = useState<Open | null>(null)
  const [problem, setProblem] = useState<WireError | null>(null)
  const close = () => setOpen(null)
  if (sets === null || runs === null) return <div className={tabBody.tab}><Skeleton label={words.loading} lines={6} /></div>
  const newest = runs.toSorted((one, other) => other.startedAt - one.startedAt)
  return (
    <div className={tabBody.tab}>
      {sets.length === 0 ? (
        <EmptyState icon={<FlaskConical aria-hidden="true" />} title={words.empty.title} action={<Button variant="primary" onClick={() => setOpen({ dialog: 'set', set: null })}>{words.empty.action}</Button>}>{words.empty.body}</EmptyState>
      ) : (
        <>
          <p className={styles.quiet}>{words.intro}</p>
          {problem === null ? null : <ProblemBanner problem={problem} />}
          <TitledSection title={words.sets.heading}>
            <ul className={styles.list}>{sets.toSorted((one, other) => other.createdAt - one.createdAt).map((set) => <SetLine key={set.id} set={set} onOpen={(dialog) => setOpen({ dialog, set })} />)}</ul>
            <div><Button size="small" icon={<Plus aria-hidden="true" />} onClick={() => setOpen({ dialog: 'set', set: null })}>{words.sets.add}</Button></div>
          </TitledSection>
          <TitledSection title={words.runs.heading}>
            {newest.length === 0 ? <p className={styles.quiet}>{words.runs.none}</p> : <ul className={styles.list}>{newest.map((run) => <RunLine key={run.id} run={run} />)}</ul>}
          </TitledSection>
        </>
      )}
      {open?.dialog === 'set' ? <CaseSetDialog set={open.set} onClose={close} /> : null}
      {open?.dialog === 'start' ? <CaseStartDialog set={open.set} onClose={close} onStarted={(caseRunId) => navigate({ page: 'runs', tab: 'cases', caseRunId })} /> : null}
      {open?.dialog === 'remove' ? (
        <ConfirmDialog
          open danger title={words.sets.removeTitle(open.set.name)} confirmLabel={words.sets.remove} cancelLabel={words.sets.cancel} onOpenChange={close}
          onConfirm={() => {
            takeAnswer(core.call('case-set.remove', { setId: open.set.id }), () => setProblem(null), setProblem)
            close()
          }}
        >{words.sets.removeBody(open.set.caseRuns)}</ConfirmDialog>
      ) : null}
    </div>
  )
}

function SetLine({ set, onOpen }: { set: CaseSetRow; onOpen: (dialog: 'set' | 'start' | 'remove') => void }) {
  return (
    <li className={styles.set}>
      <span className={styles.name}><DrawnText text={set.name} /></span>
      <span className={styles.quiet}>{words.sets.runs(set.cases)}</span>
      <Button size="small" aria-label={words.sets.againOf(set.name)} onClick={() => onOpen('start')}>{words.sets.again}</Button>
      <Menu
        align="end"
        trigger={<IconButton icon={<MoreHorizontal aria-hidden="true" />} label={words.sets.more(set.name)} size="small" />}
        items={[{ id: 'edit', label: words.sets.edit, onSelect: () => onOpen('set') }, { id: 'remove', label: words.sets.remove, danger: true, onSelect: () => onOpen('remove') }]}
      />
    </li>
  )
}

function RunLine({ run }: { run: CaseRunRow }) {
  const { counts } = run
  const over = counts.ended + counts['not-run']
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return (
    <li>
      <button type="button" className={rows.row} onClick={() => navigate({ page: 'runs', tab: 'cases', caseRunId: run.id })}>
        <span className={rows.head}>
          <span className={styles.name}><DrawnText text={run.name} /></span>
          <CaseRunBadge run={run} />
        </span>
        <span className={rows.facts}>
          <span><RelativeTime at={run.startedAt} /></span>
          <span>{words.runs.change(run.change)}</span>
          <span>{words.runs.progress(over, all)}</span>
        </span>
      </button>
    </li>
  )
}

export function CaseRunBadge({ run }: { run: CaseRunRow }) {
  if (run.endedAt !== null) return run.stopped ? <Badge>{words.runs.states.stopped}</Badge> : <Badge tone="ok">{words.runs.states.done}</Badge>
  if (run.counts.asking > 0) return <Badge tone="asks">{words.runs.asking(run.counts.asking)}</Badge>
  return run.counts.paused > 0 ? <Badge tone="write">{words.runs.paused(run.counts.paused)}</Badge> : <Badge>{words.runs.states.running}</Badge>
}
