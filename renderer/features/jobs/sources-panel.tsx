import { Plus } from 'lucide-react'
import type { SourceRow, SourceState } from '../../../shared/source.ts'
import { useCore, useRows } from '../../core.tsx'
import { navigate } from '../../navigation.ts'
import { strings } from '../../strings/en.ts'
import { Badge, Badges, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { DrawnText } from '../../ui/drawn-text.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { RowOpener } from '../../ui/row-opener.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Switch } from '../../ui/switch.tsx'
import { usePending } from '../../use-pending.ts'
import framed from '../../ui/framed-list.module.css'
import pageScroller from '../../ui/page-scroller.module.css'
import { classes } from '../../ui/classes.ts'
import styles from './jobs.module.css'

const words = strings.sources
const TONES: Readonly<Record<SourceState['state'], Tone>> = { off: 'neutral', paused: 'destructive', running: 'neutral', ready: 'ok' }

/** Where messages of strangers come from, and how each source is. */
export function SourcesPanel() {
  const sources = useRows('sources.watch', {})
  if (sources === null) return <Skeleton label={words.loading} lines={5} />
  const add = () => navigate({ page: 'source' })
  if (sources.length === 0) return <EmptyState title={words.none.title} action={<Button variant="primary" onClick={add}>{words.add}</Button>}>{words.none.body}</EmptyState>
  return (
    <div className={classes(pageScroller.body, styles.page)}>
      <ul className={framed.list} aria-label={words.list}>
        {sources.map((source) => <SourceLine key={source.sourceId} source={source} />)}
      </ul>
      <div><Button icon={<Plus aria-hidden="true" />} onClick={add}>{words.add}</Button></div>
    </div>
  )
}

function SourceLine({ source }: { source: SourceRow }) {
  const core = useCore()
  const pending = usePending()
  const { sourceId, name } = source
  return (
    <li className={styles.row}>
      <Switch hideLabel label={words.switch(name)} checked={source.on} busy={pending.has('on')} onCheckedChange={(on) => pending.run('on', () => core.call('source.switch', { sourceId, on }))} />
      <RowOpener
        className={styles.open}
        name={<DrawnText text={name} />}
        meta={<>{words.from(source)}{source.lastAt === null ? null : <> · {words.lastCame} <RelativeTime at={source.lastAt} /></>}</>}
        badges={<SourceBadges source={source} />}
        onOpen={() => navigate({ page: 'source', id: sourceId })}
      />
    </li>
  )
}

export function SourceBadges({ source }: { source: SourceRow }) {
  return (
    <Badges>
      {source.hook !== null && source.hook.secret !== 'present' ? <Badge tone="asks">{strings.webhooks.secret[source.hook.secret]}</Badge> : null}
      <Badge tone={TONES[source.state.state]}>{words.states[source.state.state]}</Badge>
    </Badges>
  )
}
