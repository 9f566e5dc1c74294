import { useMemo, useState } from 'react'
import { DEFAULT_LIMITS } from '../../../shared/role.ts'
import type { ChatId } from '../../../shared/ids.ts'
import { activeMsAt, statusOf, type TurnState } from '../../../shared/turn-state.ts'
import { useRows } from '../../core.tsx'
import { CapGauge } from '../../parts/cap-gauge.tsx'
import { ConnectorMark } from '../../parts/connector-mark.tsx'
import { strings } from '../../strings/en.ts'
import { Button } from '../../ui/button.tsx'
import { DrawnText } from '../../ui/drawn-text.tsx'
import { Gauge } from '../../ui/gauge.tsx'
import { useNow } from '../../ui/relative-time.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ToolsDialog } from './tools-dialog.tsx'
import { useBranch, useChatRow } from './use-chat.ts'
import { useThread, useTurn } from './use-turn.ts'
import styles from './turn-panel.module.css'

const words = strings.chat.panel

/** What the shown turn may use and what it has used, beside the chat. */
export function TurnPanel({ chatId }: { chatId: ChatId }) {
  const branch = useBranch(chatId, useChatRow(chatId))
  const leaf = branch?.leaf ?? null
  const path = useMemo(() => (leaf === null ? null : [leaf]), [leaf])
  const store = useThread(path)
  const turn = useTurn(store, leaf?.turnId ?? null)
  const connectors = useRows('connectors.watch', {})
  const questions = useRows('questions.watch', {})
  const [status] = useRows('status.watch', {}) ?? []
  const [isListOpen, setListOpen] = useState(false)
  const known = connectors?.reduce((sum, connector) => sum + connector.toolsListed, 0) ?? 0
  const offered = turn?.state.steps.at(-1)?.started.meta?.offered.length
  const open = questions?.filter((question) => question.chatId === chatId).length ?? 0

  const summarised = turn?.state.compactions.some(({ ended }) => ended?.kind === 'context.compacted') === true
  return (
    <div className={styles.panel}>
      <h2 className={styles.title}>{words.title}</h2>
      {branch === null ? <Skeleton label={strings.chat.loading} lines={4} /> : turn === undefined ? <p className={styles.quiet}>{words.none}</p> : <TurnGauges state={turn.state} />}
      <div className={styles.line}>
        <span className={styles.quiet}>{words.tools}</span>
        <Button variant="quiet" size="small" className={styles.offered} onClick={() => setListOpen(true)}>{offered === undefined ? String(known) : words.toolsOf(offered, known)}</Button>
      </div>
      {status?.gauges.filter(({ cap, limit }) => cap === 'tokens-per-day' || (limit !== null && (cap === 'money-per-day' || cap === 'money-per-month'))).map((figures) => <CapGauge key={figures.cap} short figures={figures} />)}
      <div className={styles.lines}>
        {turn === undefined ? null : <Line label={words.model} value={turn.state.started?.meta?.model ?? '–'} />}
        {summarised ? <Line label={words.summarised} value={words.summarisedValue} /> : null}
        <Line label={words.questions} value={String(open)} />
      </div>
      <div>
        <h3 className={styles.heading}>{words.connectors}</h3>
        {connectors === null ? <Skeleton label={strings.chat.loading} lines={2} /> : connectors.length === 0 ? <p className={styles.quiet}>{words.noConnectors}</p> : (
          <ul className={styles.connectors}>
            {connectors.map((connector) => (
              <li key={connector.connectorId} className={styles.connector} title={connector.detail ?? undefined}>
                <span className={styles.name}><DrawnText text={connector.label} /></span>
                <ConnectorMark state={connector.state} />
              </li>
            ))}
          </ul>
        )}
      </div>
      {isListOpen ? <ToolsDialog chatId={chatId} onClose={() => setListOpen(false)} /> : null}
    </div>
  )
}

const Line = ({ label, value }: { label: string; value: string }) => (
  <div className={styles.line}>
    <span className={styles.quiet}>{label}</span>
    <span className={styles.value}>{value}</span>
  </div>
)

function TurnGauges({ state }: { state: TurnState }) {
  const limits = state.started?.meta?.limits ?? DEFAULT_LIMITS
  return (
    <div className={styles.gauges}>
      <p className={styles.quiet} role="status">{words.status[statusOf(state)]}</p>
      <Gauge label={words.steps} used={state.steps.length} limit={limits.steps} text={words.ofSteps(state.steps.length, limits.steps)} />
      {state.activeSince === null ? <TimeGauge ms={state.activeMs} limit={limits.seconds} /> : <RunningTimeGauge state={state} limit={limits.seconds} />}
      <Gauge label={words.calls} used={state.calls.size} limit={limits.calls} text={words.ofSteps(state.calls.size, limits.calls)} />
      {state.parked === null ? null : <p className={styles.quiet}>{words.paused}</p>}
    </div>
  )
}

/** Only this one follows the clock, and only while the turn works. */
function RunningTimeGauge({ state, limit }: { state: TurnState; limit: number }) {
  return <TimeGauge ms={activeMsAt(state, useNow())} limit={limit} />
}

function TimeGauge({ ms, limit }: { ms: number; limit: number }) {
  const seconds = Math.floor(ms / 1000)
  return <Gauge label={words.time} used={Math.min(seconds, limit)} limit={limit} text={words.ofSeconds(seconds, limit)} />
}
