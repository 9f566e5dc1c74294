import { useState } from 'react'
import { useCore } from '../../core.tsx'
import { outsiderWords } from '../../parts/outsider-words.ts'
import { strings } from '../../strings/en.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DrawnText } from '../../ui/drawn-text.tsx'
import { OutsiderText } from '../../ui/outsider-text.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { usePending } from '../../use-pending.ts'
import type { Connector } from './connector-action.tsx'
import type { Tool } from './group-tools.ts'
import framed from '../../ui/framed-list.module.css'
import styles from './connectors.module.css'
import tools from './tools.module.css'

const isOffRead = (tool: Tool): boolean => !tool.on && tool.toolClass === 'read' && tool.changed === null && tool.unusable === null

/** Shows the list first: what was seen, and nothing else, is turned on. */
export function EnableReads({ connector, tools: listed }: { connector: Connector; tools: readonly Tool[] }) {
  const core = useCore()
  const pending = usePending()
  const toasts = useToasts()
  /** As they were when the list opened; a later change of theirs is refused by the core. */
  const [seen, setSeen] = useState<readonly Tool[] | null>(null)
  const words = strings.connectors.reads
  const offered = listed.filter((tool) => isOffRead(tool) && !tool.misleading)
  const leftOut = listed.filter((tool) => isOffRead(tool) && tool.misleading)
  const enable = (tools: readonly Tool[]) => pending.run('enable', async () => {
    const { left } = await core.call('tools.enable-reads', { connectorId: connector.connectorId, tools: tools.map(({ tool, pin }) => ({ tool, pin })) })
    setSeen(null)
    if (left.length > 0) toasts.show({ title: words.someLeft(left.length), description: left.map(({ tool, reason }) => `${tool}: ${reason}`).join(' ') })
  })
  return (
    <>
      {offered.length === 0 ? null : <Button onClick={() => setSeen(offered)}>{words.button(offered.length)}</Button>}
      {seen === null ? null : (
        <Dialog
          open
          onOpenChange={(open) => { if (!open) setSeen(null) }}
          title={words.title(seen.length)}
          closeLabel={words.cancel}
          size="large"
          description={words.body}
          footer={
            <>
              <Button onClick={() => setSeen(null)}>{words.cancel}</Button>
              <Button variant="primary" busy={pending.has('enable')} onClick={() => enable(seen)}>{words.confirm(seen.length)}</Button>
            </>
          }
        >
          <ul className={framed.list}>
            {seen.map((tool) => (
              <li key={tool.tool} className={tools.shown}>
                <p><span className={styles.label}><DrawnText text={tool.title} /></span> <code className={tools.code}><DrawnText text={tool.tool} /></code> <span className={styles.meta}>{[tool.untrusted ? strings.connectors.facts.untrusted : null, tool.egress ? strings.connectors.facts.egress : null].filter((word) => word !== null).join(' · ')}</span></p>
                <OutsiderText label={strings.connectors.from(connector.label)} text={tool.description} words={outsiderWords} startOpen />
                {tool.mentions.length === 0 ? null : <p className={tools.mark}>{strings.connectors.mentions} <DrawnText text={tool.mentions.join(', ')} /></p>}
              </li>
            ))}
          </ul>
          {leftOut.length === 0 ? null : (
            <>
              <p className={styles.note}>{words.leftOut}</p>
              <ul className={styles.names}>{leftOut.map((tool) => <li key={tool.tool}><DrawnText text={tool.title} /> <code><DrawnText text={tool.tool} /></code></li>)}</ul>
            </>
          )}
        </Dialog>
      )}
    </>
  )
}
