import { useState } from 'react'
import type { SecretRow } from '../../../shared/secret.ts'
import { useCore, useRows } from '../../core.tsx'
import { Section } from '../../section.tsx'
import { strings } from '../../strings/en.ts'
import { Button } from '../../ui/button.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { usePending } from '../../use-pending.ts'
import { NewKey } from './new-key.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import { SettingsSection } from './settings-section.tsx'
import { VaultState } from './vault-state.tsx'
import hidden from '../../ui/hidden.module.css'
import styles from './settings.module.css'

const words = strings.models.keys

/** A list that can't be read is said here, and the other sections stay. */
export function Keys() {
  return (
    <SettingsSection id="keys">
      <p className={styles.note}>{words.intro}</p>
      <Section name={words.caption}><KeyList /></Section>
      <NewKey />
      <VaultState />
    </SettingsSection>
  )
}

function KeyList() {
  const rows = useRows('secrets.watch', {})
  const core = useCore()
  const pending = usePending()
  const toasts = useToasts()
  const [removing, setRemoving] = useState<string | null>(null)
  const move = async (name: string) => {
    const { leftIn } = await core.call('secret.move-to-keychain', { name })
    toasts.show({ title: words.moved(name), ...(leftIn === null ? {} : { description: words.leftIn(words.placeNames[leftIn]) }) })
  }
  const columns: readonly Column<SecretRow>[] = [
    { id: 'name', header: words.columns.name, rowHeader: true, cell: ({ name }) => name },
    { id: 'where', header: words.columns.where, cell: ({ where }) => words.placeNames[where] },
    { id: 'set', header: words.columns.set, cell: ({ setAt }) => <RelativeTime at={setAt} /> },
    {
      id: 'actions',
      header: <span className={hidden.text}>{words.columns.actions}</span>,
      align: 'end',
      cell: ({ name, where }) => (
        <span className={styles.actions}>
          {where === 'keychain' ? null : <Button size="small" busy={pending.has(`move ${name}`)} aria-label={words.moveLabel(name)} onClick={() => pending.run(`move ${name}`, () => move(name))}>{words.move}</Button>}
          <Button size="small" variant="quiet" busy={pending.has(`remove ${name}`)} aria-label={words.removeLabel(name)} onClick={() => setRemoving(name)}>{words.remove}</Button>
        </span>
      ),
    },
  ]
  if (rows === null) return <Skeleton label={words.loading} lines={2} />
  return (
    <>
      {rows.length === 0 ? <p>{words.none}</p> : <Table caption={words.caption} columns={columns} groups={[{ id: 'all', rows }]} rowKey={({ where, name }) => `${where} ${name}`} />}
      <RemoveDialog name={removing} words={words} onRemove={(name) => pending.run(`remove ${name}`, () => core.call('secret.remove', { name }))} onClose={() => setRemoving(null)} />
    </>
  )
}
