import { ChevronRight } from 'lucide-react'
import type { RoleRow } from '../../../shared/role-operations.ts'
import { navigate } from '../../navigation.ts'
import { strings } from '../../strings/en.ts'
import { classes } from '../../ui/classes.ts'
import { DrawnText } from '../../ui/drawn-text.tsx'
import { TitledSection } from '../../ui/titled-section.tsx'
import framed from '../../ui/framed-list.module.css'
import styles from './roles.module.css'

const words = strings.roles

export function RoleList({ rows }: { rows: readonly RoleRow[] }) {
  return (
    <TitledSection title={words.list}>
      <ul className={framed.list} aria-label={words.list}>
        {rows.map(({ role, builtIn }) => (
          <li key={role.id}>
            <button type="button" className={classes(framed.open, styles.open)} onClick={() => navigate({ page: 'roles', roleId: role.id })}>
              <span className={styles.label}><DrawnText text={role.name} /></span>
              <span className={styles.meta}>{[...(builtIn ? [words.builtIn] : []), words.kind[role.kind], ...(role.kind === 'person' ? [] : [role.mayAsk ? words.asks.yes : words.asks.no])].join(' · ')}</span>
              <ChevronRight className={classes(framed.chevron, styles.chevron)} aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
    </TitledSection>
  )
}
