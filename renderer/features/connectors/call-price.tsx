import { useState } from 'react'
import { formatMoney } from '../../../shared/cap.ts'
import { useCore, useRows } from '../../core.tsx'
import { strings } from '../../strings/en.ts'
import { Button } from '../../ui/button.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { DrawnText } from '../../ui/drawn-text.tsx'
import { Select } from '../../ui/select.tsx'
import { usePending } from '../../use-pending.ts'
import type { Connector } from './connector-action.tsx'
import { PriceEntry } from './price-entry.tsx'
import styles from './connectors.module.css'

const words = strings.connectors.price

/** What calls of this connector cost, by the person's word: all of them, and those of single tools where they differ. */
export function CallPrice({ connector }: { connector: Connector }) {
  const core = useCore()
  const pending = usePending()
  const { connectorId, price, toolPrices } = connector
  return (
    <Disclosure summary={price !== null ? words.is(formatMoney(price)) : toolPrices.length > 0 ? words.some(toolPrices.length) : words.none}>
      <div className={styles.form}>
        <p className={styles.note}>{words.text}</p>
        <PriceEntry label={words.label} save={words.save} price={price} mayBeEmpty busy={pending.has('price')} onSave={(next) => pending.run('price', () => core.call('connector.set-price', { connectorId, tool: null, price: next }))} />
        <ToolPrices connector={connector} />
      </div>
    </Disclosure>
  )
}

function ToolPrices({ connector: { connectorId, toolPrices } }: { connector: Connector }) {
  const core = useCore()
  const pending = usePending()
  const [picked, setPicked] = useState('')
  const tools = useRows('connector-tools.watch', { connectorId }) ?? []
  const left = tools.filter(({ tool }) => !toolPrices.some((priced) => priced.tool === tool))
  const chosen = left.find(({ tool }) => tool === picked) ?? left[0]
  const set = (tool: string, price: number | null) => pending.run(`price ${tool}`, () => core.call('connector.set-price', { connectorId, tool, price }))
  return (
    <>
      {toolPrices.length === 0 ? null : (
        <ul className={styles.names} aria-label={words.ofTools}>
          {toolPrices.map(({ tool, price }) => (
            <li key={tool} className={styles.priced}>
              <span><DrawnText text={tools.find((row) => row.tool === tool)?.title ?? tool} /> · {formatMoney(price)}</span>
              <Button size="small" variant="quiet" aria-label={words.removeOf(tool)} busy={pending.has(`price ${tool}`)} onClick={() => set(tool, null)}>{words.remove}</Button>
            </li>
          ))}
        </ul>
      )}
      {chosen === undefined ? null : (
        <div className={styles.priced}>
          <Select label={words.tool} value={chosen.tool} onValueChange={setPicked} options={left.map(({ tool, title }) => ({ value: tool, label: title }))} />
          <PriceEntry key={toolPrices.length} label={words.labelOfTool} save={words.add} price={null} mayBeEmpty={false} busy={pending.has(`price ${chosen.tool}`)} onSave={(price) => set(chosen.tool, price)} />
        </div>
      )}
    </>
  )
}
