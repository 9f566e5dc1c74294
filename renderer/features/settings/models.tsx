import { useState } from 'react'
import type { AnthropicProfile, ModelRow } from '../../../shared/model-profile.ts'
import { useCore, useRows } from '../../core.tsx'
import { ModelForm } from '../../parts/model-form/model-form.tsx'
import { useSuggestions } from '../../parts/model-form/use-suggestions.ts'
import { strings } from '../../strings/en.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { usePending } from '../../use-pending.ts'
import { CertifyDialog } from './certify-dialog.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import { SettingsSection } from './settings-section.tsx'
import hidden from '../../ui/hidden.module.css'
import styles from './settings.module.css'

const words = strings.models

type Open = { readonly kind: 'add' } | { readonly kind: 'edit'; readonly profile: AnthropicProfile }

export function Models() {
  const rows = useRows('models.watch', {})
  const suggestions = useSuggestions()
  const toasts = useToasts()
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const saved = (name: string) => {
    close()
    toasts.show({ title: words.saved(name) })
  }
  return (
    <SettingsSection id="models">
      <p className={styles.note}>{words.intro}</p>
      {rows === null ? <Skeleton label={words.loading} lines={3} /> : <ModelTable rows={rows} onEdit={(profile) => setOpen({ kind: 'edit', profile })} />}
      {open === null ? <div className={styles.buttons}><Button disabled={suggestions === null} onClick={() => setOpen({ kind: 'add' })}>{words.add}</Button></div> : null}
      {open?.kind === 'add' ? <ModelForm title={words.adding} offers={suggestions ?? []} saveLabel={words.form.save} onSaved={saved} onCancel={close} /> : null}
      {open?.kind === 'edit' ? <ModelForm key={open.profile.name} title={words.editing(open.profile.name)} offers={[]} stored={open.profile} saveLabel={words.form.save} onSaved={saved} onCancel={close} /> : null}
    </SettingsSection>
  )
}

function ModelTable({ rows, onEdit }: { rows: readonly ModelRow[]; onEdit: (profile: AnthropicProfile) => void }) {
  const core = useCore()
  const pending = usePending()
  const [removing, setRemoving] = useState<string | null>(null)
  const [testing, setTesting] = useState<string | null>(null)
  const certifications = useRows('certifications.watch', {}) ?? []
  const tested = certifications.find(({ name }) => name === testing)
  const columns: readonly Column<ModelRow>[] = [
    { id: 'name', header: words.columns.name, rowHeader: true, cell: ({ profile, isDefault }) => <span className={styles.named}>{profile.name} {isDefault ? <Badge tone="asks">{words.chosen}</Badge> : null}</span> },
    { id: 'where', header: words.columns.where, cell: ({ profile }) => (profile.adapter === 'practice' ? words.practiceWhere : words.at(profile.model, new URL(profile.baseUrl).host)) },
    { id: 'tools', header: words.columns.tools, cell: ({ profile }) => { const row = certifications.find(({ name }) => name === profile.name); return row === undefined ? null : words.tests.given(row) } },
    { id: 'key', header: words.columns.key, cell: ({ keyState }) => words.keyStates[keyState] },
    {
      id: 'actions',
      header: <span className={hidden.text}>{words.columns.actions}</span>,
      align: 'end',
      cell: ({ profile, isDefault }) => (
        <span className={styles.actions}>
          {isDefault ? null : <Button size="small" busy={pending.has(profile.name)} aria-label={words.chooseLabel(profile.name)} onClick={() => pending.run(profile.name, () => core.call('model.choose', { name: profile.name }))}>{words.choose}</Button>}
          {profile.adapter === 'practice' ? null : <Button size="small" variant="quiet" aria-label={words.tests.openLabel(profile.name)} onClick={() => setTesting(profile.name)}>{words.tests.open}</Button>}
          {profile.adapter === 'practice' ? null : <Button size="small" variant="quiet" aria-label={words.editLabel(profile.name)} onClick={() => onEdit(profile)}>{words.edit}</Button>}
          {profile.adapter === 'practice' || isDefault ? null : <Button size="small" variant="quiet" aria-label={words.removeLabel(profile.name)} onClick={() => setRemoving(profile.name)}>{words.remove}</Button>}
        </span>
      ),
    },
  ]
  return (
    <>
      <Table caption={words.caption} columns={columns} groups={[{ id: 'all', rows }]} rowKey={({ profile }) => profile.name} />
      {tested === undefined ? null : <CertifyDialog key={tested.name} row={tested} onClose={() => setTesting(null)} />}
      <RemoveDialog name={removing} words={words} onRemove={(name) => pending.run(name, () => core.call('model.remove', { name }))} onClose={() => setRemoving(null)} />
    </>
  )
}
