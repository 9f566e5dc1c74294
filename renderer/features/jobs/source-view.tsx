import { useEffect, useState, type ReactNode } from 'react'
import { ArrowLeft, Pencil, RefreshCw, Trash2 } from 'lucide-react'
import type { MessageRow, SourceRow } from '../../../shared/source.ts'
import { useCore, useRows } from '../../core.tsx'
import { navigate } from '../../navigation.ts'
import { usePerform } from '../../perform.ts'
import { strings } from '../../strings/en.ts'
import { PageHeader } from '../../ui/app-frame.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Switch } from '../../ui/switch.tsx'
import { PageBody } from '../../ui/page-body.tsx'
import { usePending } from '../../use-pending.ts'
import { RUN_TONES } from './job-history.tsx'
import { RefusedList } from './refused-list.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { SourceBadges } from './sources-panel.tsx'
import styles from './jobs.module.css'

const words = strings.sources
const SHOWN = 50
const back = () => navigate({ page: 'jobs', tab: 'sources' })

/** One source: how it is, what its runs are given, and what became of each message. */
export function SourceView({ source }: { source: SourceRow }) {
  const core = useCore()
  const pending = usePending()
  const [removing, setRemoving] = useState(false)
  const [settingSecret, setSettingSecret] = useState(false)
  const { sourceId, name, hook, poll, state, chatId } = source
  return (
    <>
      <PageHeader
        leading={<IconButton icon={<ArrowLeft aria-hidden="true" />} label={words.all} onClick={back} />}
        title={name}
        meta={<SourceBadges source={source} />}
        actions={(
          <>
            {poll === null ? null : <Button icon={<RefreshCw aria-hidden="true" />} busy={pending.has('poll')} disabled={state.state !== 'ready'} onClick={() => pending.run('poll', () => core.call('source.poll', { sourceId }))}>{words.lookNow}</Button>}
            <IconButton icon={<Pencil aria-hidden="true" />} label={words.edit} onClick={() => navigate({ page: 'source', id: sourceId, edit: 'text' })} />
            <IconButton icon={<Trash2 aria-hidden="true" />} label={words.remove.action} onClick={() => setRemoving(true)} />
          </>
        )}
      />
      <PageBody className={styles.page}>
        {state.state === 'paused' ? <Banner kind="warn" kindLabel={words.states.paused} happened={state.why} kept={words.pausedKept} /> : null}
        {poll?.last?.problem === null || poll?.last === null || poll === null ? null : <Banner kind="warn" kindLabel={words.lookFailed} happened={poll.last.problem} />}
        <div className={styles.bar}>
          <Switch label={words.switch(name)} checked={source.on} busy={pending.has('on')} onCheckedChange={(on) => pending.run('on', () => core.call('source.switch', { sourceId, on }))} />
          {hook === null ? null : <Button onClick={() => setSettingSecret(true)}>{hook.secret === 'missing' ? strings.webhooks.setSecret : strings.webhooks.changeSecret}</Button>}
          {chatId === null ? null : <Button onClick={() => navigate({ page: 'chat', chatId })}>{words.openChat}</Button>}
        </div>
        <SourceFacts source={source} />
        <Messages source={source} />
        <RefusedList hookId={null} sourceId={sourceId} count={source.refused} label={strings.webhooks.refused.title} />
      </PageBody>
      {settingSecret && hook !== null ? <SecretDialog hook={{ hookId: hook.hookId, name }} onClose={() => setSettingSecret(false)} /> : null}
      <ConfirmDialog
        danger open={removing} onOpenChange={setRemoving} title={words.remove.title(name)} confirmLabel={words.remove.confirm} cancelLabel={words.remove.cancel} busy={pending.has('remove')}
        onConfirm={() => pending.run('remove', async () => {
          await core.call('source.delete', { sourceId })
          back()
        })}
      >
        {words.remove.body}
      </ConfirmDialog>
    </>
  )
}

function SourceFacts({ source }: { source: SourceRow }) {
  const address = useRows('listener.watch', {})?.[0]?.address ?? null
  const { facts } = words
  const { hook, poll, input } = source
  const fact = (id: string, label: string, value: ReactNode) => ({ id, label, value })
  const list = (items: readonly string[], none: string): ReactNode => (items.length === 0 ? none : <ul className={styles.lines}>{items.map((item) => <li key={item}>{item}</li>)}</ul>)
  const where = hook === null ? [] : [fact('address', facts.address, (
    <span className={styles.toolHead}>
      <span className={styles.address}>{`${address ?? ''}${hook.path}`}</span>
      {address === null ? <Badge tone="asks">{strings.webhooks.listener.problem}</Badge> : <CopyButton text={`${address}${hook.path}`} label={strings.webhooks.copy} copiedLabel={strings.webhooks.copied} failedLabel={strings.webhooks.copyFailed} />}
    </span>
  ))]
  const looks = poll === null || input.kind !== 'poll' ? [] : [
    fact('looks', facts.looks, words.looks(input)),
    fact('next', facts.next, poll.nextAt === null ? facts.off : <RelativeTime at={poll.nextAt} />),
    ...(poll.last === null ? [] : [fact('last', facts.last, <>{words.found(poll.last)} · <RelativeTime at={poll.last.at} /></>)]),
  ]
  return (
    <Facts
      facts={[
        ...where, ...looks,
        fact('about', facts.about, source.about),
        fact('draft', facts.draft, words.drafts(source)),
        fact('tools', facts.tools, list(source.confirmed.filter(({ toolClass }) => toolClass === 'read').map(({ tool }) => `${source.connectorLabel}: ${tool}`), facts.noTools)),
        fact('hosts', facts.hosts, list(source.hosts, facts.noHosts)),
        fact('model', facts.model, source.model ?? strings.jobs.facts.defaultModel),
        fact('rate', facts.rate, words.rate(source.perHour)),
      ]}
    />
  )
}

function Messages({ source }: { source: SourceRow }) {
  const rows = useMessages(source)
  return (
    <section className={styles.history} aria-labelledby="source-messages">
      <h2 id="source-messages" className={styles.heading}>{words.messages.title}</h2>
      {rows.length === 0 ? <p className={styles.meta}>{words.messages.none}</p> : (
        <ul className={styles.times}>
          {rows.map(({ id, at, run }) => (
            <li key={id} className={styles.time}>
              <span className={styles.at}><RelativeTime at={at} /></span>
              <span className={styles.became}>{run === null ? words.messages.gone : words.messages.became(run)}</span>
              {run === null ? null : <Badge tone={RUN_TONES[run.status]}>{strings.chat.panel.status[run.status]}</Badge>}
              {run === null || run.chatId === null ? null : <Button size="small" onClick={() => navigate({ page: 'runs', turnId: run.turnId })}>{strings.jobs.history.open}</Button>}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** Read anew whenever the source is another one: each thing that happens to it changes its row. */
function useMessages(source: SourceRow): readonly MessageRow[] {
  const core = useCore()
  const perform = usePerform()
  const [rows, setRows] = useState<readonly MessageRow[]>([])
  useEffect(() => {
    let isCurrent = true
    void perform(() => core.call('source.messages', { sourceId: source.sourceId, limit: SHOWN })).then((read) => { if (isCurrent && read !== undefined) setRows(read) })
    return () => { isCurrent = false }
  }, [core, perform, source])
  return rows
}
