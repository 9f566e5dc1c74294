import { ChevronRight } from 'lucide-react'
import { useCore } from '../../core.tsx'
import { navigate } from '../../navigation.ts'
import { strings } from '../../strings/en.ts'
import { classes } from '../../ui/classes.ts'
import { DrawnText } from '../../ui/drawn-text.tsx'
import { Switch } from '../../ui/switch.tsx'
import { usePending } from '../../use-pending.ts'
import { ConnectorAction, type Connector } from './connector-action.tsx'
import { ConnectorMark } from '../../parts/connector-mark.tsx'
import { ServerTrouble } from './server-trouble.tsx'
import framed from '../../ui/framed-list.module.css'
import styles from './connectors.module.css'

export function ConnectorList({ connectors }: { connectors: readonly Connector[] }) {
  const core = useCore()
  const pending = usePending()
  const words = strings.connectors
  return (
    <ul className={framed.list} aria-label={words.listLabel}>
      {connectors.map((connector) => {
        const { connectorId, label, server, toolsListed, toolsOn, toolsChanged } = connector
        return (
          <li key={connectorId} className={styles.connector}>
            <Switch
              hideLabel
              label={words.switchConnector(label)}
              checked={connector.on}
              busy={pending.has(connectorId)}
              onCheckedChange={(next) => pending.run(connectorId, () => core.call('connector.switch', { connectorId, on: next }))}
            />
            <div className={styles.words}>
              <button type="button" className={classes(framed.open, styles.open)} onClick={() => navigate({ page: 'connectors', connectorId })}>
                <span className={styles.label}><DrawnText text={label} /></span>
                <span className={styles.meta}>
                  {connector.builtIn ? `${words.builtIn} · ` : null}
                  {words.toolsOn(toolsOn, toolsListed)}
                  {toolsChanged === 0 ? null : ` · ${words.toReview(toolsChanged)}`}
                </span>
                <span className={styles.state}><ConnectorMark state={connector.state} /></span>
                <ChevronRight className={framed.chevron} aria-hidden="true" />
              </button>
              {server !== null ? <div className={styles.serverDetail}><ServerTrouble connectorId={connectorId} label={label} server={server} /></div> : connector.detail === null ? null : (
                <div className={styles.detail}>
                  <p>{connector.detail}</p>
                  <ConnectorAction connector={connector} />
                </div>
              )}
            </div>
          </li>
        )
      })}
    </ul>
  )
}
