import { useEffect, useState } from 'react'
import { Columns2, GitBranch } from 'lucide-react'
import type { WireError } from '../../../shared/errors.ts'
import type { RunRecord, RunRow } from '../../../shared/run-log.ts'
import { lastStepOf, type TurnState } from '../../../shared/turn-state.ts'
import { useCore } from '../../core.tsx'
import { navigate } from '../../navigation.ts'
import { ProblemBanner } from '../../parts/problem-banner.tsx'
import { strings } from '../../strings/en.ts'
import { takeAnswer } from '../../take-answer.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { DrawnText } from '../../ui/drawn-text.tsx'
import { BranchDialog, stepsOf } from './branch-dialog.tsx'
import styles from './branch.module.css'

const words = strings.branches

interface BranchBarProps {
  record: RunRecord
  /** At the end, and at the moment that is looked at. */
  state: TurnState
  then: TurnState
  onCompare: (other: RunRow) => void
}

/** Where this run comes from, what stopped it, and how to go on from the step that is looked at. */
export function BranchBar({ record, state, then, onCompare }: BranchBarProps) {
  const core = useCore()
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<WireError | null>(null)
  const others = useOthers(record.run)
  const branch = state.started?.branch
  const changed = state.started?.meta?.branch?.changed ?? []
  const steps = stepsOf(state)
  const at = Math.min(Math.max(lastStepOf(then), steps[0] ?? 1), steps.at(-1) ?? 1)
  const first = others.find(({ id }) => id === branch?.origin) ?? others[0]
  const isBlocked = state.ended?.meta?.errorCode === 'write_tool_blocked'
  const letThrough = () => {
    setBusy(true)
    takeAnswer(core.call('run.let-through', { turnId: record.run.id }), ({ turnId, chatId }) => navigate({ page: 'chat', chatId, turnId }), (error) => {
      setBusy(false)
      setProblem(error)
    })
  }
  if (record.run.chat === null) return null
  return (
    <div className={styles.bar} role="region" aria-label={words.label}>
      {branch === undefined ? null : (
        <p className={styles.quiet}>
          {words.about(branch.fromStep, branch.mode)} {changed.length === 0 ? '' : words.changed(changed.map((name) => words.changes[name]))}{' '}
          <Button size="small" variant="quiet" onClick={() => navigate({ page: 'runs', turnId: branch.origin })}>{words.origin}</Button>
        </p>
      )}
      {isBlocked ? (
        <Banner
          kind="warn"
          kindLabel={words.stopped}
          happened={<><code>write_tool_blocked</code> <DrawnText text={state.ended?.body?.message ?? ''} /></>}
          todo={words.letThroughHint}
          actions={<Button size="small" busy={busy} onClick={letThrough}>{words.letThrough}</Button>}
        />
      ) : null}
      {problem === null ? null : <ProblemBanner problem={problem} />}
      <div className={styles.actions}>
        <Button size="small" icon={<GitBranch aria-hidden="true" />} onClick={() => setOpen(true)}>{words.from(at)}</Button>
        {first === undefined ? null : <Button size="small" icon={<Columns2 aria-hidden="true" />} onClick={() => onCompare(first)}>{words.compare}</Button>}
      </div>
      {open ? <BranchDialog state={state} fromStep={at} onClose={() => setOpen(false)} /> : null}
    </div>
  )
}

/** The other versions of the same message. */
function useOthers(run: RunRow): readonly RunRow[] {
  const core = useCore()
  const [others, setOthers] = useState<readonly RunRow[]>([])
  useEffect(() => takeAnswer(core.call('run.siblings', { turnId: run.id }), (rows) => setOthers(rows.filter(({ id }) => id !== run.id)), () => setOthers([])), [core, run.id])
  return others
}
