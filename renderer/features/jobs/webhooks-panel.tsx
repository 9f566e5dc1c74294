import { useState } from 'react'
import { Plus } from 'lucide-react'
import type { HookRow, ListenerRow } from '../../../shared/webhook.ts'
import { useCore, useRows } from '../../core.tsx'
import { navigate } from '../../navigation.ts'
import { strings } from '../../strings/en.ts'
import { Badge } from '../../ui/badge.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { DrawnText } from '../../ui/drawn-text.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Switch } from '../../ui/switch.tsx'
import { usePending } from '../../use-pending.ts'
import { HookDialog } from './hook-dialog.tsx'
import { RefusedList } from './refused-list.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import framed from '../../ui/framed-list.module.css'
import pageScroller from '../../ui/page-scroller.module.css'
import styles from './jobs.module.css'

const words = strings.webhooks

/** Whether anything listens, and what may be sent there. */
export function WebhooksPanel() {
  const hooks = useRows('hooks.watch', {})
  const listener = useRows('listener.watch', {})?.[0]
  const [adding, setAdding] = useState(false)
  const [secretOf, setSecretOf] = useState<HookRow['hookId'] | null>(null)
  const chosen = hooks?.find(({ hookId }) => hookId === secretOf)
  if (hooks === null || listener === undefined) return <Skeleton label={words.loading} lines={5} />
  return (
    <div className={classes(pageScroller.body, styles.page)}>
      <ListenerSwitch listener={listener} />
      {hooks.length === 0 ? (
        <EmptyState title={words.none.title} action={<Button variant="primary" onClick={() => setAdding(true)}>{words.add}</Button>}>{words.none.body}</EmptyState>
      ) : (
        <>
          <ul className={framed.list} aria-label={words.list}>
            {hooks.map((hook) => <HookLine key={hook.hookId} hook={hook} address={listener.address} onSecret={() => setSecretOf(hook.hookId)} />)}
          </ul>
          <div><Button icon={<Plus aria-hidden="true" />} onClick={() => setAdding(true)}>{words.add}</Button></div>
        </>
      )}
      <RefusedList hookId={null} count={listener.strays} label={words.refused.strays} />
      {adding ? <HookDialog onClose={() => setAdding(false)} onCreated={(hookId) => { setAdding(false); setSecretOf(hookId) }} /> : null}
      {chosen === undefined ? null : <SecretDialog key={chosen.hookId} hook={chosen} onClose={() => setSecretOf(null)} />}
    </div>
  )
}

function ListenerSwitch({ listener }: { listener: ListenerRow }) {
  const core = useCore()
  const pending = usePending()
  const { label, hint, listening, problem } = words.listener
  return (
    <>
      <Switch label={label} hint={listener.address === null ? hint : listening(listener.address)} checked={listener.on} disabled={!listener.permitted} busy={pending.has('listen')} onCheckedChange={(on) => pending.run('listen', () => core.call('listener.switch', { on }))} />
      {listener.why === null ? null : <Banner kind="warn" kindLabel={problem} happened={listener.why} />}
    </>
  )
}

function HookLine({ hook, address, onSecret }: { hook: HookRow; address: string | null; onSecret: () => void }) {
  const core = useCore()
  const pending = usePending()
  const [removing, setRemoving] = useState(false)
  const { hookId, name, chatId, secret } = hook
  return (
    <li className={classes(styles.row, styles.tall)}>
      <Switch hideLabel label={words.switch(name)} checked={hook.on} busy={pending.has('on')} onCheckedChange={(on) => pending.run('on', () => core.call('hook.switch', { hookId, on }))} />
      <div className={framed.words}>
        <span className={styles.toolHead}>
          <span className={framed.name}><DrawnText text={name} /></span>
          <Badge tone={secret === 'present' ? 'ok' : 'asks'}>{words.secret[secret]}</Badge>
          <span className={styles.meta}>{words.received(hook.received)}</span>
        </span>
        <span className={styles.address}>{`${address ?? ''}${hook.path}`}</span>
        <span className={styles.bar}>
          <span />
          {address === null ? null : <CopyButton text={`${address}${hook.path}`} label={words.copy} copiedLabel={words.copied} failedLabel={words.copyFailed} />}
          <Button size="small" onClick={onSecret}>{secret === 'missing' ? words.setSecret : words.changeSecret}</Button>
          {chatId === null ? null : <Button size="small" onClick={() => navigate({ page: 'chat', chatId })}>{words.openChat}</Button>}
          <Button size="small" onClick={() => setRemoving(true)}>{words.remove.action}</Button>
        </span>
        <RefusedList hookId={hookId} count={hook.refused} label={words.refused.title} />
      </div>
      <ConfirmDialog
        danger
        open={removing}
        onOpenChange={setRemoving}
        title={words.remove.title(name)}
        confirmLabel={words.remove.confirm}
        cancelLabel={words.remove.cancel}
        busy={pending.has('remove')}
        onConfirm={() => pending.run('remove', () => core.call('hook.delete', { hookId }))}
      >
        {words.remove.body}
      </ConfirmDialog>
    </li>
  )
}
