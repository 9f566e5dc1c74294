import type { CappedRun, ChangedCall, WhatIf } from '../../../shared/what-if.ts'
import { navigate } from '../../navigation.ts'
import { strings } from '../../strings/en.ts'
import { DrawnText } from '../../ui/drawn-text.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Select } from '../../ui/select.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { toolKey, type JudgedAs, type Rules } from './what-if-rules.ts'
import rows from './runs.module.css'
import styles from './what-if.module.css'

const words = strings.lookBack.whatIf
type Tool = WhatIf['tools'][number]
const CHOICES: readonly JudgedAs[] = ['same', 'read', 'write', 'destructive', 'off', 'on']

interface WhatIfResultProps { found: WhatIf; rules: Rules; onJudge: (tool: Tool, as: JudgedAs) => void }

/** Tool by tool, then and under these rules; then each call that would have met another verdict, each leading to its run. */
export function WhatIfResult({ found, rules, onJudge }: WhatIfResultProps) {
  const differ = found.changed.length + found.more
  const columns: readonly Column<Tool>[] = [
    { id: 'tool', header: words.columns.tool, rowHeader: true, cell: ({ tool, connectorId }) => <span className={styles.name}><DrawnText text={tool} /> <span className={styles.quiet}>{connectorId}</span></span> },
    {
      id: 'as', header: words.columns.as, width: '168px',
      cell: (tool) => <Select hideLabel size="small" label={words.as(tool.tool)} value={rules.tools.get(toolKey(tool))?.as ?? 'same'} onValueChange={(as) => onJudge(tool, as)} options={CHOICES.map((value) => ({ value, label: words.choices[value] }))} />,
    },
    { id: 'then', header: words.columns.then, cell: ({ then }) => words.verdicts(then) },
    { id: 'now', header: words.columns.now, cell: ({ now }) => words.verdicts(now) },
    { id: 'changed', header: words.columns.changed, width: '72px', align: 'end', cell: ({ changed }) => changed.toLocaleString('en') },
  ]
  return (
    <>
      <p role="status" className={styles.summary}>{words.summary(found.runs, found.calls, differ)} {found.leftOut === 0 ? null : words.leftOut(found.leftOut)}</p>
      {found.tools.length === 0 ? <p className={styles.quiet}>{words.nothing}</p> : <Table caption={words.table} columns={columns} rowKey={toolKey} rowTone={({ changed }) => (changed > 0 ? 'asks' : 'normal')} groups={[{ id: 'tools', rows: found.tools }]} />}
      {found.changed.length === 0 ? null : (
        <section aria-labelledby="what-if-changed">
          <h2 id="what-if-changed" className={styles.heading}>{words.changed}</h2>
          <ul className={styles.calls}>{found.changed.map((call) => <li key={`${call.turnId} ${call.callId}`}><Changed call={call} /></li>)}</ul>
          {found.more === 0 ? null : <p className={styles.quiet}>{words.more(found.more)}</p>}
        </section>
      )}
      {found.capped.length === 0 ? null : (
        <section aria-labelledby="what-if-capped">
          <h2 id="what-if-capped" className={styles.heading}>{words.capped}</h2>
          <ul className={styles.calls}>{found.capped.map((run) => <li key={run.turnId}><Capped run={run} /></li>)}</ul>
          {found.moreCapped === 0 ? null : <p className={styles.quiet}>{words.more(found.moreCapped)}</p>}
        </section>
      )}
    </>
  )
}

function Changed({ call }: { call: ChangedCall }) {
  return (
    <button type="button" className={rows.row} title={words.show(call.tool)} onClick={() => navigate({ page: 'runs', turnId: call.turnId, seq: call.seq })}>
      <span className={styles.head}><span className={styles.name}><DrawnText text={call.tool} /> <span className={styles.quiet}>{call.connectorId}</span></span><span>{words.change[call.then]} → {words.change[call.now]}</span></span>
      <span className={styles.quiet}><DrawnText text={call.sentence} /> · <RelativeTime at={call.at} /></span>
    </button>
  )
}

function Capped({ run }: { run: CappedRun }) {
  return (
    <button type="button" className={rows.row} title={words.showRun} onClick={() => navigate({ page: 'runs', turnId: run.turnId })}>
      <span className={styles.head}><span>{words.caps[run.cap]}</span><RelativeTime at={run.at} /></span>
    </button>
  )
}
