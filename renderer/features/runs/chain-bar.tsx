import { Download, ShieldCheck, X } from 'lucide-react'
import { TurnId } from '../../../shared/ids.ts'
import type { RunFilter, RunsRow } from '../../../shared/run-log.ts'
import { useCore } from '../../core.tsx'
import { navigate } from '../../navigation.ts'
import { ProblemBanner } from '../../parts/problem-banner.tsx'
import { usePerform } from '../../perform.ts'
import { strings } from '../../strings/en.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Gauge } from '../../ui/gauge.tsx'
import { useExport } from './use-export.ts'
import styles from './runs.module.css'

const words = strings.runs.audit

/** The chain: how long it is, how it ends, whether it holds; and taking it along. */
export function ChainBar({ row, filter }: { row: RunsRow; filter: () => RunFilter }) {
  const core = useCore()
  const perform = usePerform()
  const { progress, start, cancel } = useExport(filter)
  const { check } = row
  const isChecking = check.state === 'running'
  return (
    <div className={styles.chain}>
      <div className={styles.chainLine}>
        <span>{words.chain(row.records)}</span>
        {row.chain === '' ? null : <span className={styles.link}><span className={styles.quiet}>{words.chainEnd}</span> <code className={styles.mono}>{row.chain.slice(0, 16)}…</code> <CopyButton text={row.chain} label={words.copyChain} copiedLabel={words.copied} failedLabel={words.copyFailed} /></span>}
        <span className={styles.actions}>
          {isChecking
            ? <Button size="small" icon={<X aria-hidden="true" />} onClick={() => void perform(() => core.call('audit.cancel-check', {}))}>{words.cancel}</Button>
            : <Button size="small" icon={<ShieldCheck aria-hidden="true" />} onClick={() => void perform(() => core.call('audit.check', {}))}>{words.check}</Button>}
          {progress === null
            ? <Button size="small" icon={<Download aria-hidden="true" />} title={words.exportHint} onClick={start}>{words.exportLabel}</Button>
            : <Button size="small" icon={<X aria-hidden="true" />} onClick={cancel}>{words.cancel}</Button>}
        </span>
      </div>
      {progress === null ? null : <Gauge label={words.export} used={progress.done} limit={Math.max(1, progress.of ?? 0)} text={words.exporting(progress.done, progress.of ?? 0)} />}
      <Check check={check} />
    </div>
  )
}

function Check({ check }: { check: RunsRow['check'] }) {
  switch (check.state) {
    case 'never': return null
    case 'running': return <Gauge label={words.checkLabel} used={check.checked} limit={Math.max(1, check.of)} text={words.checking(check.checked, check.of)} />
    case 'cancelled': return <Banner kind="info" kindLabel={words.checkLabel} happened={words.cancelled(check.checked)} />
    case 'failed': return <ProblemBanner problem={{ message: words.checkFailed(check.sentence), advice: words.brokenTodo }} />
    case 'done': {
      const { finding, checked } = check
      if (finding === null) return <Banner kind="info" kindLabel={words.checkLabel} happened={words.holds(checked)} />
      const turnId = TurnId.safeParse(finding.turnId)
      return (
        <ProblemBanner
          problem={{ message: words.broken(finding.sentence), advice: words.brokenTodo }}
          kept={words.brokenKept(checked)}
          {...(turnId.success ? { actions: <Button size="small" onClick={() => navigate({ page: 'runs', turnId: turnId.data, ...(finding.seq === null || finding.seq < 1 ? {} : { seq: finding.seq }) })}>{words.found}</Button> } : {})}
        />
      )
    }
  }
}
