import { useEffect, useMemo, useState } from 'react'
import { ArrowLeft, MessageSquare, Shield } from 'lucide-react'
import type { WireError } from '../../../shared/errors.ts'
import type { TurnId } from '../../../shared/ids.ts'
import type { RunRecord } from '../../../shared/run-log.ts'
import { useCore } from '../../core.tsx'
import { RailToggle } from '../../frame-toggles.tsx'
import { navigate } from '../../navigation.ts'
import { ProblemBanner } from '../../parts/problem-banner.tsx'
import { strings } from '../../strings/en.ts'
import { takeAnswer } from '../../take-answer.ts'
import { PageHeader } from '../../ui/app-frame.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { BranchBar } from './branch-bar.tsx'
import { CompareView } from './compare-view.tsx'
import { EventList } from './event-list.tsx'
import { MomentView } from './moment-view.tsx'
import { momentsOf } from './moments.ts'
import { RunCheckPanel } from './run-check.tsx'
import { RunName } from './run-line.tsx'
import { RunOrigin } from './run-origin.tsx'
import view from './run-view.module.css'
import styles from './runs.module.css'

const words = strings.runs.show

interface RunViewProps {
  turnId: TurnId
  /** Null: the last event. */
  startSeq: number | null
  revision: number | undefined
  onBack: () => void
}

/** One run, event by event, from what is stored of it and nothing else. It can be looked at, gone on from and compared, and never changed. */
export function RunView({ turnId, startSeq, revision, onBack }: RunViewProps) {
  const { record, problem, again } = useRecord(turnId, revision)
  const chat = record?.run.chat ?? null
  return (
    <>
      <PageHeader
        leading={<><RailToggle /><IconButton icon={<ArrowLeft aria-hidden="true" />} label={words.back} onClick={onBack} /></>}
        title={words.title}
        meta={record === null ? null : (
          <>
            <Badge tone={record.run.status === 'completed' ? 'ok' : 'neutral'}>{strings.chat.panel.status[record.run.status]}</Badge>
            {record.run.tainted ? <Badge tone="taint" icon={<Shield aria-hidden="true" size={12} />}>{strings.runs.row.tainted}</Badge> : null}
          </>
        )}
        actions={chat === null ? null : <Button variant="quiet" icon={<MessageSquare aria-hidden="true" />} onClick={() => navigate({ page: 'chat', chatId: chat.chatId, turnId })}>{words.openChat}</Button>}
      />
      {problem === null ? null : (
        <div className={styles.notice}>
          <ProblemBanner problem={problem} actions={<><Button size="small" onClick={again}>{strings.runs.retry}</Button><Button size="small" onClick={onBack}>{words.back}</Button></>} />
        </div>
      )}
      {record === null ? (problem === null ? <div className={styles.notice}><Skeleton label={words.loading} lines={10} /></div> : null) : <Steps record={record} startSeq={startSeq} />}
    </>
  )
}

function Steps({ record, startSeq }: { record: RunRecord; startSeq: number | null }) {
  const moments = useMemo(() => momentsOf(record), [record])
  const [chosen, choose] = useState<number | null>(startSeq === null ? null : startSeq - 1)
  const at = Math.min(chosen ?? moments.length - 1, moments.length - 1)
  const moment = moments[at]
  const last = moments.at(-1)
  const [other, setOther] = useState<TurnId | null>(null)
  if (other !== null) return <CompareView turnIds={[record.run.id, other]} onClose={() => setOther(null)} />
  return (
    <div className={view.run}>
      <div className={view.about}>
        <p className={view.runName}><RunName run={record.run} /></p>
        <RunOrigin run={record.run} />
        {record.run.chat === null ? <p className={styles.quiet}>{words.deleted}</p> : null}
        {record.problem === null ? null : <ProblemBanner problem={{ message: words.broken(record.problem) }} kept={words.brokenKept(record.left)} />}
        {moment === undefined || last === undefined ? null : <BranchBar record={record} state={last.state} then={moment.state} onCompare={({ id }) => setOther(id)} />}
        <RunCheckPanel turnId={record.run.id} onShow={(seq) => choose(seq - 1)} />
      </div>
      {moment === undefined ? <p className={styles.notice}>{words.none}</p> : (
        <div className={view.stepping}>
          <EventList moments={moments} at={at} onChoose={choose} />
          <MomentView moment={moment} />
        </div>
      )}
    </div>
  )
}

interface RecordState { readonly record: RunRecord | null; readonly problem: WireError | null }

/** Read again when something was stored, as long as the run may go on. */
function useRecord(turnId: TurnId, revision: number | undefined): RecordState & { readonly again: () => void } {
  const core = useCore()
  const [state, setState] = useState<RecordState>({ record: null, problem: null })
  const [tries, setTries] = useState(0)
  const isOver = state.record !== null && state.record.run.endedAt !== null
  const stored = isOver ? null : revision
  useEffect(() => {
    if (stored === null) return
    return takeAnswer(
      core.call('run.show', { turnId }),
      (record) => setState({ record, problem: null }),
      (problem) => setState((now) => ({ ...now, problem })),
    )
  }, [core, turnId, stored, tries])
  return { ...state, again: () => setTries((count) => count + 1) }
}
