import { strings } from '../../strings/en.ts'
import { DrawnText } from '../../ui/drawn-text.tsx'
import { Table } from '../../ui/table.tsx'
import type { Spent } from './use-history.ts'
import styles from './budget.module.css'

const words = strings.budget.tools

/** What tools took part in today. They spend nothing of their own, and the page says so instead of guessing. */
export function ToolUse({ tools }: { tools: Spent['tools'] }) {
  const { columns } = words
  if (tools.length === 0) return <p className={styles.note}>{words.none}</p>
  return (
    <>
      <p className={styles.note}>{words.intro}</p>
      <Table
        caption={words.table}
        columns={[
          { id: 'tool', header: columns.tool, rowHeader: true, cell: ({ connectorLabel, title }) => <><DrawnText text={connectorLabel} />: <DrawnText text={title} /></> },
          { id: 'calls', header: columns.calls, align: 'end', width: '6em', cell: ({ calls }) => words.number(calls) },
          { id: 'results', header: columns.results, align: 'end', width: '11em', cell: ({ resultLength }) => words.letters(resultLength) },
        ]}
        groups={[{ id: 'tools', rows: tools }]}
        rowKey={({ connectorId, tool }) => `${connectorId} ${tool}`}
      />
    </>
  )
}
