import { useState } from 'react'
import { ArrowLeft } from 'lucide-react'
import type { RoleExplanation, RoleRow } from '../../../shared/role-operations.ts'
import { RailToggle } from '../../frame-toggles.tsx'
import { navigate } from '../../navigation.ts'
import { ExplainedTools } from '../../parts/explained-tools/explained-tools.tsx'
import { ProblemBanner } from '../../parts/problem-banner.tsx'
import { strings } from '../../strings/en.ts'
import { PageHeader } from '../../ui/app-frame.tsx'
import { Badge } from '../../ui/badge.tsx'
import { DrawnText } from '../../ui/drawn-text.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { PageBody } from '../../ui/page-body.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { TitledSection } from '../../ui/titled-section.tsx'
import { RoleFacts } from './role-facts.tsx'
import { useRoleExplanation } from './use-role-explanation.ts'
import styles from './roles.module.css'

const words = strings.roles

/** What a run in this role is, and exactly what the model would receive. */
export function RoleSheet({ row }: { row: RoleRow }) {
  const { role } = row
  const found = useRoleExplanation(row)
  return (
    <>
      <PageHeader
        leading={<><RailToggle /><IconButton icon={<ArrowLeft aria-hidden="true" />} label={words.back} onClick={() => navigate({ page: 'roles' })} /></>}
        title={role.name}
        meta={row.builtIn ? <Badge>{words.builtIn}</Badge> : null}
      />
      <PageBody className={styles.page}>
        {found.kind === 'loading' ? <Skeleton label={words.loading} lines={8} /> : null}
        {found.kind === 'failed' ? <ProblemBanner problem={found.error} /> : null}
        {found.kind === 'found' ? <Explained explanation={found.explanation} /> : null}
      </PageBody>
    </>
  )
}

function Explained({ explanation }: { explanation: RoleExplanation }) {
  const [query, setQuery] = useState('')
  const { role, tools, withheld } = explanation
  const given = tools.filter(({ modelName }) => modelName !== null).length
  return (
    <>
      <RoleFacts explanation={explanation} />
      <TitledSection title={words.tools.title}>
        <p className={styles.note}>{given === 0 ? words.tools.none : words.tools.text(given)}{Array.isArray(role.ceiling) && role.ceiling.length === 0 && role.limits.toolsOffered > 0 ? ` ${words.tools.template}` : null}</p>
        <TextField label={words.tools.search} hideLabel placeholder={words.tools.search} type="search" value={query} onValueChange={setQuery} />
        <ExplainedTools tools={tools} query={query} level={3} withNames />
      </TitledSection>
      <TitledSection title={words.withheld.title}>
        <p className={styles.note}>{words.withheld.text}</p>
        {withheld.map(({ connectorId, label, items }) => (
          <div key={connectorId}>
            <h3 className={styles.subtitle}><DrawnText text={label} /></h3>
            <ul className={styles.withheld}>
              {items.map(({ what, why }) => <li key={what}><span className={styles.label}>{what}.</span> <span className={styles.note}>{why}</span></li>)}
            </ul>
          </div>
        ))}
      </TitledSection>
    </>
  )
}
