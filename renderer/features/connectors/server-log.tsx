import { useEffect, useState } from 'react'
import type { Output } from '../../../shared/contract.ts'
import type { ConnectorId } from '../../../shared/ids.ts'
import { useCore } from '../../core.tsx'
import { usePerform } from '../../perform.ts'
import { strings } from '../../strings/en.ts'
import { Button } from '../../ui/button.tsx'
import { DrawnText } from '../../ui/drawn-text.tsx'
import { OutsiderFrame } from '../../ui/outsider-frame.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './connectors.module.css'

type Lines = Output<'connector.log'>['lines']

const time = new Intl.DateTimeFormat('en', { timeStyle: 'medium' })

/** What a server wrote about itself, as of when it was asked. */
export function ServerLog({ connectorId, label }: { connectorId: ConnectorId; label: string }) {
  const core = useCore()
  const perform = usePerform()
  const [lines, setLines] = useState<Lines | null>(null)
  const [asked, setAsked] = useState(0)
  const words = strings.connectors.server
  useEffect(() => {
    let current = true
    void perform(() => core.call('connector.log', { connectorId })).then((log) => { if (current && log !== undefined) setLines(log.lines) })
    return () => { current = false }
  }, [core, perform, connectorId, asked])
  if (lines === null) return <Skeleton label={words.loadingLog} lines={4} />
  return (
    <OutsiderFrame label={words.logOf(label)} warning={undefined} actions={<Button size="small" variant="quiet" onClick={() => setAsked(asked + 1)}>{words.refresh}</Button>}>
      {lines.length === 0 ? <p className={styles.meta}>{words.emptyLog}</p> : (
        <div className={styles.log} tabIndex={0} role="group" aria-label={words.logOf(label)}>
          {lines.map(({ from, text, at }, index) => (
            <div key={index} className={styles.line}><span className={styles.meta}>{time.format(at)} {words.from[from]}</span> <DrawnText text={text} /></div>
          ))}
        </div>
      )}
    </OutsiderFrame>
  )
}
