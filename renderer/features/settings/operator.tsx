import type { CoreClient } from '../../../shared/contract.ts'
import type { OperatorRow } from '../../../shared/operator.ts'
import { ProblemBanner } from '../../parts/problem-banner.tsx'
import { strings } from '../../strings/en.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { useReadOnce } from '../../use-read-once.ts'
import { SettingsSection } from './settings-section.tsx'
import styles from './settings.module.css'

const words = strings.settings.operator

const COLUMNS: readonly Column<OperatorRow>[] = [
  { id: 'name', header: words.columns.name, rowHeader: true, cell: ({ name }) => <><code>{name}</code><p className={styles.note}>{words.means[name]}</p></> },
  { id: 'value', header: words.columns.value, cell: ({ value }) => value },
  { id: 'from', header: words.columns.from, cell: ({ from, value, usual }) => (from === 'default' ? words.from.default : value === usual ? words.from[from] : words.instead(words.from[from], usual)) },
]

const ask = (core: CoreClient) => core.call('operator.list', {})

/** What the owner of the machine switched, to be read: nothing in this window changes it. */
export function Operator() {
  const { found, problem } = useReadOnce(ask)
  return (
    <SettingsSection id="operator">
      <p className={styles.note}>{words.intro} {found === null ? null : found.file === null ? words.noFile : words.file(found.file)}</p>
      {problem === null ? null : <ProblemBanner problem={problem} />}
      {found === null ? (problem === null ? <Skeleton label={words.loading} lines={9} /> : null) : (
        <Table caption={strings.settings.sections.operator} columns={COLUMNS} groups={[{ id: 'all', rows: found.rows }]} rowKey={({ name }) => name} />
      )}
    </SettingsSection>
  )
}
