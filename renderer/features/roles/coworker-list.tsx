import { useState } from 'react'
import { Play, Plus } from 'lucide-react'
import type { CoworkerRow } from '../../../shared/coworker.ts'
import { useCore } from '../../core.tsx'
import { navigate } from '../../navigation.ts'
import { strings } from '../../strings/en.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { DrawnText } from '../../ui/drawn-text.tsx'
import { TitledSection } from '../../ui/titled-section.tsx'
import { usePending } from '../../use-pending.ts'
import { RunDialog } from './run-dialog.tsx'
import framed from '../../ui/framed-list.module.css'
import styles from './roles.module.css'

const words = strings.coworkers

export function CoworkerList({ rows }: { rows: readonly CoworkerRow[] }) {
  const core = useCore()
  const pending = usePending()
  const [running, setRunning] = useState<CoworkerRow | null>(null)
  const [removing, setRemoving] = useState<CoworkerRow | null>(null)
  return (
    <TitledSection title={words.title} aside={<Button icon={<Plus aria-hidden="true" />} onClick={() => navigate({ page: 'coworker' })}>{words.add}</Button>}>
      {rows.length === 0 ? <p className={styles.note}>{words.none}</p> : (
        <ul className={framed.list} aria-label={words.title}>
          {rows.map((row) => (
            <li key={row.id} className={styles.coworker}>
              <div className={styles.words}>
                <span className={styles.label}><DrawnText text={row.name} /></span>
                <span className={styles.meta}>{[row.profile?.model ?? '', row.live === 0 ? '' : words.live(row.live)].filter((part) => part !== '').join(' · ')}</span>
                {row.problems[0] === undefined ? null : <p className={styles.refusal}><DrawnText text={row.problems[0].sentence} /></p>}
              </div>
              <div className={styles.actions}>
                <Button size="small" icon={<Play aria-hidden="true" />} disabled={row.problems.length > 0} aria-label={words.runLabel(row.name)} onClick={() => setRunning(row)}>{words.run}</Button>
                {row.profile === null ? null : <Button size="small" variant="quiet" aria-label={words.givenLabel(row.name)} onClick={() => navigate({ page: 'roles', roleId: `coworker:${row.id}` })}>{words.given}</Button>}
                {row.profile === null ? null : <Button size="small" variant="quiet" aria-label={words.editLabel(row.name)} onClick={() => navigate({ page: 'coworker', id: row.id })}>{words.edit}</Button>}
                <Button size="small" variant="quiet" busy={pending.has(row.id)} aria-label={words.removeLabel(row.name)} onClick={() => setRemoving(row)}>{words.remove}</Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      {running === null ? null : <RunDialog coworker={running} onClose={() => setRunning(null)} />}
      <ConfirmDialog
        open={removing !== null}
        onOpenChange={(open) => { if (!open) setRemoving(null) }}
        title={words.removing.title(removing?.name ?? '')}
        confirmLabel={words.remove}
        cancelLabel={words.cancel}
        danger
        onConfirm={() => {
          if (removing !== null) pending.run(removing.id, () => core.call('coworker.remove', { id: removing.id }))
          setRemoving(null)
        }}
      >
        {words.removing.text}
      </ConfirmDialog>
    </TitledSection>
  )
}
