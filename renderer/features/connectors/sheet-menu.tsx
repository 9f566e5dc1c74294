import { useState } from 'react'
import { MoreHorizontal } from 'lucide-react'
import { useCore } from '../../core.tsx'
import { navigate } from '../../navigation.ts'
import { strings } from '../../strings/en.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Menu } from '../../ui/menu.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { usePending } from '../../use-pending.ts'
import type { Connector } from './connector-action.tsx'
import { ServerDialog } from './server-dialog.tsx'

type Doing = 'rename' | 'edit' | 'remove' | null

/** What can be done to a server as a whole. */
export function SheetMenu({ connector }: { connector: Connector }) {
  const core = useCore()
  const pending = usePending()
  const toasts = useToasts()
  const [doing, setDoing] = useState<Doing>(null)
  const [name, setName] = useState('')
  const words = strings.connectors.menu
  const { connectorId, label } = connector
  const close = () => setDoing(null)
  const rename = () => pending.run('rename', async () => {
    await core.call('connector.rename', { connectorId, label: name.trim() })
    close()
  })
  return (
    <>
      <Menu
        align="end"
        trigger={<Button variant="quiet" icon={<MoreHorizontal aria-hidden="true" />} aria-label={words.more(label)} />}
        items={[
          { id: 'rename', label: words.rename, onSelect: () => { setName(label); setDoing('rename') } },
          { id: 'edit', label: words.edit[connector.server?.reach.kind ?? 'command'], onSelect: () => setDoing('edit') },
          { kind: 'separator', id: 'line' },
          { id: 'remove', label: words.remove, danger: true, onSelect: () => setDoing('remove') },
        ]}
      />
      {doing === 'edit' ? <ServerDialog editing={connector} onClose={close} /> : null}
      <Dialog
        open={doing === 'rename'}
        onOpenChange={(open) => { if (!open) close() }}
        title={words.renameTitle}
        closeLabel={words.cancel}
        size="small"
        footer={
          <>
            <Button onClick={close}>{words.cancel}</Button>
            <Button variant="primary" disabled={name.trim() === ''} busy={pending.has('rename')} onClick={rename}>{words.save}</Button>
          </>
        }
      >
        <TextField label={strings.connectorSetup.form.label} value={name} onValueChange={setName} maxLength={80} onSubmit={() => { if (name.trim() !== '') rename() }} />
      </Dialog>
      <ConfirmDialog
        open={doing === 'remove'}
        onOpenChange={(open) => { if (!open) close() }}
        title={words.removeTitle(label)}
        confirmLabel={words.remove}
        cancelLabel={words.cancel}
        danger
        busy={pending.has('remove')}
        onConfirm={() => pending.run('remove', async () => {
          const { secretsLeft } = await core.call('connector.remove', { connectorId })
          if (secretsLeft.length > 0) toasts.show({ title: words.secretsLeft(secretsLeft.length), description: secretsLeft.map(({ name, reason }) => `${name}: ${reason}`).join(' '), urgent: true })
          navigate({ page: 'connectors' }, { replace: true })
        })}
      >
        <p>{words.removeBody}</p>
      </ConfirmDialog>
    </>
  )
}
