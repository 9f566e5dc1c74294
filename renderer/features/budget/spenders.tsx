import { useRows } from '../../core.tsx'
import { useRoleNames } from '../../parts/role-names.ts'
import { formatRoute } from '../../route.ts'
import { strings } from '../../strings/en.ts'
import { DrawnText } from '../../ui/drawn-text.tsx'
import { Table } from '../../ui/table.tsx'
import type { Spent } from './use-history.ts'
import styles from './budget.module.css'

const words = strings.budget.spenders
type Spender = Spent['spenders'][number]
const KINDS = ['chat', 'model', 'role'] as const

export function Spenders({ spenders, today }: { spenders: readonly Spender[]; today: number }) {
  const { columns } = words
  const groups = KINDS.flatMap((kind) => {
    const rows = spenders.filter((spender) => spender.kind === kind && spender.tokens > 0)
    return rows.length === 0 ? [] : [{ id: kind, header: words.groups[kind], rows }]
  })
  if (groups.length === 0) return <p className={styles.note}>{words.none}</p>
  return (
    <>
      <p className={styles.note}>{words.intro}</p>
      <Table
        caption={words.table}
        columns={[
          { id: 'who', header: columns.who, rowHeader: true, cell: (spender) => <Who spender={spender} /> },
          { id: 'tokens', header: columns.tokens, align: 'end', width: '8em', cell: ({ tokens }) => strings.budget.history.number(tokens) },
          { id: 'money', header: columns.money, align: 'end', width: '8em', cell: ({ money, uncounted }) => words.money(money, uncounted) },
          { id: 'share', header: columns.share, align: 'end', width: '9em', cell: ({ tokens }) => (today === 0 ? '' : words.share(tokens / today)) },
        ]}
        groups={groups}
        rowKey={({ kind, id }) => `${kind} ${id}`}
      />
    </>
  )
}

function Who({ spender: { kind, id, label } }: { spender: Spender }) {
  const roleName = useRoleNames()
  const chat = useRows('chats.watch', {})?.find(({ chatId }) => chatId === id)
  switch (kind) {
    case 'role': return <DrawnText text={roleName(id)} />
    case 'model': return <DrawnText text={label} />
    case 'chat': {
      if (chat === undefined) return <DrawnText text={label} />
      const title = chat.title === '' ? strings.chats.untitled : chat.title
      return <a href={formatRoute({ page: 'chat', chatId: chat.chatId })}><DrawnText text={title} /></a>
    }
  }
}
