import { ChevronRight } from 'lucide-react'
import type { RoleRow } from '../../../shared/role-operations.ts'
import { navigate } from '../../navigation.ts'
import { strings } from '../../strings/en.ts'
import { DrawnText } from '../../ui/drawn-text.tsx'
import styles from './roles.module.css'

const words = strings.roles

export function RoleList({ rows }: { rows: readonly RoleRow[] }) {
  return (
    <section className={styles.section} aria-labelledby="roles">
    <h2 id="roles" className={styles.title}>{words.list}</h2>
    <ul className={styles.list} aria-label={words.list}>
      {rows.map(({ role, builtIn }) => (
        <li key={role.id}>
          <button type="button" className={styles.open} onClick={() => navigate({ page: 'roles', roleId: role.id })}>
            <span className={styles.label}><DrawnText text={role.name} /></span>
            <span className={styles.meta}>{[...(builtIn ? [words.builtIn] : []), words.kind[role.kind], ...(role.kind === 'person' ? [] : [role.mayAsk ? words.asks.yes : words.asks.no])].join(' · ')}</span>
            <ChevronRight className={styles.chevron} aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
    </section>
  )
}
