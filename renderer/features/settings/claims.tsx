import type { CoreClient } from '../../../shared/contract.ts'
import type { ServiceClaims } from '../../../shared/service-claim.ts'
import { ProblemBanner } from '../../parts/problem-banner.tsx'
import { strings } from '../../strings/en.ts'
import { Badge } from '../../ui/badge.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { useReadOnce } from '../../use-read-once.ts'
import { SettingsSection } from './settings-section.tsx'
import styles from './settings.module.css'

const words = strings.settings.claims

interface Claim { readonly what: string; readonly isSeen: boolean; readonly how: string }

const COLUMNS: readonly Column<Claim>[] = [
  { id: 'what', header: words.columns.what, rowHeader: true, cell: ({ what, isSeen }) => <><Badge tone={isSeen ? 'ok' : 'neutral'}>{isSeen ? words.captured : words.unverified}</Badge> {what}</> },
  { id: 'how', header: words.columns.how, cell: ({ how }) => how },
]

const claimsOf = ({ captured, unverified }: ServiceClaims): readonly Claim[] => [
  ...captured.map(({ what, on, how }): Claim => ({ what, isSeen: true, how: words.on(on, how) })),
  ...unverified.map(({ what, from }): Claim => ({ what, isSeen: false, how: from })),
]

const ask = (core: CoreClient) => core.call('claims.list', {})

/** What was seen of the services of others, and what was only read. */
export function Claims() {
  const { found, problem } = useReadOnce(ask)
  return (
    <SettingsSection id="claims">
      <p className={styles.note}>{words.intro}</p>
      {problem === null ? null : <ProblemBanner problem={problem} />}
      {found === null ? (problem === null ? <Skeleton label={words.loading} lines={9} /> : null) : (
        <Table caption={strings.settings.sections.claims} columns={COLUMNS} groups={found.rows.map((row) => ({ id: row.about, header: words.about[row.about], rows: claimsOf(row) }))} rowKey={({ what }) => what} />
      )}
    </SettingsSection>
  )
}
