import { useState } from 'react'
import { Plus } from 'lucide-react'
import type { ConnectorId } from '../../../shared/ids.ts'
import { useRows } from '../../core.tsx'
import { RailToggle } from '../../frame-toggles.tsx'
import { navigate } from '../../navigation.ts'
import { strings } from '../../strings/en.ts'
import { PageHeader } from '../../ui/app-frame.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageBody } from '../../ui/page-body.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ConnectorList } from './connector-list.tsx'
import { ConnectorSheet } from './connector-sheet.tsx'
import { ServerDialog } from './server-dialog.tsx'
import styles from './connectors.module.css'

/** The list, or the sheet of one connector. */
export function ConnectorsPage({ connectorId }: { connectorId?: ConnectorId }) {
  const rows = useRows('connectors.watch', {})
  const [adding, setAdding] = useState(false)
  const words = strings.connectors
  const chosen = rows?.find((row) => row.connectorId === connectorId)
  if (chosen !== undefined) return <ConnectorSheet key={chosen.connectorId} connector={chosen} />
  return (
    <>
      <PageHeader leading={<RailToggle />} title={words.title} actions={<Button icon={<Plus aria-hidden="true" />} onClick={() => setAdding(true)}>{strings.connectorSetup.adding.button}</Button>} />
      {adding ? <ServerDialog onClose={() => setAdding(false)} /> : null}
      <PageBody className={styles.page}>
        {rows === null ? <Skeleton label={words.loading} lines={6} /> : connectorId !== undefined ? (
          <EmptyState title={words.gone.title} action={<Button onClick={() => navigate({ page: 'connectors' })}>{words.back}</Button>}>
            {words.gone.body}
          </EmptyState>
        ) : rows.length === 0 ? <EmptyState title={words.none.title}>{words.none.body}</EmptyState> : (
          <>
            <p className={styles.note}>{words.intro}</p>
            <ConnectorList connectors={rows} />
          </>
        )}
      </PageBody>
    </>
  )
}
