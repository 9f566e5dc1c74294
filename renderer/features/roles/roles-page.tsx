import { useRows } from '../../core.tsx'
import { RailToggle } from '../../frame-toggles.tsx'
import { navigate } from '../../navigation.ts'
import { strings } from '../../strings/en.ts'
import { PageHeader } from '../../ui/app-frame.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageBody } from '../../ui/page-body.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { CoworkerList } from './coworker-list.tsx'
import { RoleList } from './role-list.tsx'
import { RoleSheet } from './role-sheet.tsx'
import styles from './roles.module.css'

const words = strings.roles

/** The list, or what one role is given. */
export function RolesPage({ roleId }: { roleId?: string }) {
  const rows = useRows('roles.watch', {})
  const coworkers = useRows('coworkers.watch', {})
  const chosen = rows?.find(({ role }) => role.id === roleId)
  if (chosen !== undefined) return <RoleSheet key={chosen.role.id} row={chosen} />
  return (
    <>
      <PageHeader leading={<RailToggle />} title={words.title} />
      <PageBody className={styles.page}>
        {rows === null ? <Skeleton label={words.loading} lines={8} /> : roleId !== undefined ? (
          <EmptyState title={words.gone.title} action={<Button onClick={() => navigate({ page: 'roles' })}>{words.back}</Button>}>{words.gone.body}</EmptyState>
        ) : (
          <>
            <p className={styles.note}>{words.intro}</p>
            {coworkers === null ? <Skeleton label={words.loading} lines={3} /> : <CoworkerList rows={coworkers} />}
            <RoleList rows={rows} />
          </>
        )}
      </PageBody>
    </>
  )
}
