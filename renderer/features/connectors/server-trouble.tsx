import type { ServerRow } from '../../../shared/connector-record.ts'
import type { ConnectorId } from '../../../shared/ids.ts'
import { useCore } from '../../core.tsx'
import { outsiderWords } from '../../parts/outsider-words.ts'
import { strings } from '../../strings/en.ts'
import { Button } from '../../ui/button.tsx'
import { DrawnText } from '../../ui/drawn-text.tsx'
import { OutsiderText } from '../../ui/outsider-text.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { usePending } from '../../use-pending.ts'
import { reachLine } from './setup-draft.ts'
import styles from './connectors.module.css'

/** Why a server isn't there, with what it said last and the one thing that helps. Nothing for one that works wholly. */
export function ServerTrouble({ connectorId, label, server }: { connectorId: ConnectorId; label: string; server: ServerRow }) {
  const core = useCore()
  const pending = usePending()
  const words = strings.connectors.server
  const { status } = server
  const sentence = (why: string) => (
    <div className={styles.spread}>
      <p><DrawnText text={why} /></p>
      <Button size="small" busy={pending.has('retry')} onClick={() => pending.run('retry', () => core.call('connector.retry', { connectorId }))}>{words.retry}</Button>
    </div>
  )
  switch (status.state) {
    case 'off':
    case 'ready': return null
    case 'starting': return <p className={styles.trouble}>{words.starting[server.reach.kind]} <RelativeTime at={status.since} />{status.tries > 1 ? ` · ${words.tries(status.tries)}` : null}</p>
    case 'degraded': return <p className={styles.trouble}><DrawnText text={status.missing} /></p>
    case 'needs-sign-in': return (
      <div className={styles.failed}>
        {sentence(status.why)}
        <p className={styles.meta}><code><DrawnText text={reachLine(server.reach)} /></code></p>
      </div>
    )
    case 'failed': return (
      <div className={styles.failed}>
        {sentence(status.why)}
        <p className={styles.meta}>
          <code><DrawnText text={reachLine(server.reach)} /></code>
          {status.exitCode === null ? null : ` · ${words.exitCode(status.exitCode)}`}
          {' · '}{status.nextTryAt === null ? words.noNextTry : <>{words.nextTry} <RelativeTime at={status.nextTryAt} /></>}
        </p>
        {status.lastWords.length === 0 ? null : <OutsiderText label={words.lastWords(label)} text={status.lastWords.join('\n')} words={outsiderWords} />}
      </div>
    )
  }
}
