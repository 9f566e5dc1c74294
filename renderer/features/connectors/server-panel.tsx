import type { ServerRow } from '../../../shared/connector-record.ts'
import { outsiderWords } from '../../parts/outsider-words.ts'
import { strings } from '../../strings/en.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import { DrawnText } from '../../ui/drawn-text.tsx'
import { Facts } from '../../ui/facts.tsx'
import { OutsiderText } from '../../ui/outsider-text.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { CallPrice } from './call-price.tsx'
import type { Connector } from './connector-action.tsx'
import { ServerLog } from './server-log.tsx'
import { ServerTrouble } from './server-trouble.tsx'
import { reachLine } from './setup-draft.ts'
import styles from './connectors.module.css'

/** How a server is started, how it is, and what it says about itself. */
export function ServerPanel({ connector, server }: { connector: Connector; server: ServerRow }) {
  const { connectorId, label } = connector
  const words = strings.connectors.server
  const { status } = server
  return (
    <section className={styles.server} aria-label={words.section}>
      <ServerTrouble connectorId={connectorId} label={label} server={server} />
      {status.state === 'ready' || status.state === 'degraded' ? <p className={styles.meta}>{words.since[server.reach.kind]} <RelativeTime at={status.since} />{server.notes.map((note) => ` · ${note}`)}</p> : null}
      {status.state === 'ready' || status.state === 'degraded' || server.listedAt === null ? null : <p className={styles.meta}>{words.asListed} <RelativeTime at={server.listedAt} />. {words.notReady}</p>}
      <div>
        <Disclosure summary={words.reached[server.reach.kind]}>
          <div className={styles.form}>
            <OutsiderText label={strings.connectorSetup.review.line[server.reach.kind]} text={reachLine(server.reach)} words={outsiderWords} />
            <Facts
              facts={[
                ...(server.reach.kind === 'address' ? [] : [{ id: 'cwd', label: strings.connectorSetup.review.cwd, value: server.reach.cwd === null ? strings.connectorSetup.review.home : <code><DrawnText text={server.reach.cwd} /></code> }]),
                {
                  id: 'values', label: strings.connectorSetup.review.values[server.reach.kind],
                  value: server.values.length === 0 ? strings.connectorSetup.review.noValues : (
                    <ul className={styles.plain}>{server.values.map(({ name, shown }) => <li key={name}><code>{name}</code> <span className={styles.meta}><DrawnText text={shown} /></span></li>)}</ul>
                  ),
                },
                { id: 'limits', label: words.limits, value: strings.connectorSetup.limits.shown(server.times.start, server.times.call, server.times.total) },
              ]}
            />
          </div>
        </Disclosure>
        <CallPrice connector={connector} />
        <Disclosure summary={words.log}><ServerLog connectorId={connectorId} label={label} /></Disclosure>
        {server.leftOut.length === 0 ? null : (
          <Disclosure summary={words.leftOut(server.leftOut.length)}>
            <ul className={styles.names}>
              {server.leftOut.map(({ name, reason }, at) => <li key={at}><code><DrawnText text={name === '' ? words.nameless : name} /></code> <DrawnText text={reason} /></li>)}
            </ul>
          </Disclosure>
        )}
      </div>
    </section>
  )
}
