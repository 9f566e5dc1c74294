import type { StandingApproval } from '../../../shared/run-record.ts'
import { useCore, useRows } from '../../core.tsx'
import { strings } from '../../strings/en.ts'
import { Button } from '../../ui/button.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { usePending } from '../../use-pending.ts'
import { SettingsSection } from './settings-section.tsx'
import hidden from '../../ui/hidden.module.css'
import styles from './settings.module.css'

export function Standing() {
  const core = useCore()
  const rows = useRows('standing.watch', {})
  const pending = usePending()
  const words = strings.settings.standing
  const columns: readonly Column<StandingApproval>[] = [
    { id: 'tool', header: words.tool, rowHeader: true, cell: (row) => row.title },
    { id: 'where', header: words.where, cell: (row) => `${words.scopes[row.scope]} “${row.chatTitle === '' ? strings.chats.untitled : row.chatTitle}”` },
    { id: 'used', header: words.used, cell: (row) => words.usedOf(row.used, row.times) },
    { id: 'given', header: words.given, cell: (row) => <RelativeTime at={row.createdAt} /> },
    {
      id: 'revoke',
      header: <span className={hidden.text}>{words.revoke}</span>,
      align: 'end',
      cell: (row) => (
        <Button
          size="small"
          busy={pending.has(row.id)}
          aria-label={words.revokeLabel(row.title)}
          onClick={() => pending.run(row.id, () => core.call('standing.revoke', { id: row.id }))}
        >
          {words.revoke}
        </Button>
      ),
    },
  ]
  return (
    <SettingsSection id="standing">
      <p className={styles.note}>{words.intro}</p>
      {rows === null ? <Skeleton label={words.loading} lines={2} /> : rows.length === 0 ? <p>{words.none}</p> : (
        <Table caption={strings.settings.sections.standing} columns={columns} groups={[{ id: 'all', rows }]} rowKey={(row) => row.id} />
      )}
    </SettingsSection>
  )
}
