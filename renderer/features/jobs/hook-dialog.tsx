import { useState } from 'react'
import type { HookId } from '../../../shared/ids.ts'
import { useCore } from '../../core.tsx'
import { strings } from '../../strings/en.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { usePending } from '../../use-pending.ts'
import styles from './jobs.module.css'

const words = strings.webhooks.form

export function HookDialog({ onClose, onCreated }: { onClose: () => void; onCreated: (hookId: HookId) => void }) {
  const core = useCore()
  const pending = usePending()
  const [name, setName] = useState('')
  const [about, setAbout] = useState('')
  const create = () => {
    if (name.trim() !== '') pending.run('create', async () => { onCreated((await core.call('hook.create', { name, about })).hookId) })
  }
  return (
    <Dialog open onOpenChange={(open) => { if (!open) onClose() }} title={words.title} closeLabel={words.close} footer={<Button variant="primary" busy={pending.has('create')} disabled={name.trim() === ''} onClick={create}>{words.create}</Button>}>
      <div className={styles.group}>
        <TextField label={words.name} autoFocus dir="auto" value={name} onValueChange={setName} onSubmit={create} />
        <TextArea label={words.about} hint={words.aboutHint} dir="auto" minRows={2} maxRows={6} value={about} onValueChange={setAbout} />
      </div>
    </Dialog>
  )
}
