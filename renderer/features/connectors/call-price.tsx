import { useState } from 'react'
import { formatMoney, MICROS_PER_DOLLAR } from '../../../shared/cap.ts'
import { useCore } from '../../core.tsx'
import { strings } from '../../strings/en.ts'
import { Button } from '../../ui/button.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { usePending } from '../../use-pending.ts'
import type { Connector } from './connector-action.tsx'
import styles from './connectors.module.css'

const words = strings.connectors.price

/** What a call of this connector costs, by the person's word; empty: it doesn't bill. */
export function CallPrice({ connector: { connectorId, price } }: { connector: Connector }) {
  const core = useCore()
  const pending = usePending()
  const [typed, setTyped] = useState(price === null ? '' : String(price / MICROS_PER_DOLLAR))
  const [refused, setRefused] = useState(false)
  const save = () => {
    const micros = typed.trim() === '' ? null : Math.round(Number(typed) * MICROS_PER_DOLLAR)
    const isGood = micros === null || (/^\s*\d+(?:\.\d+)?\s*$/.test(typed) && micros > 0)
    setRefused(!isGood)
    if (isGood) pending.run('price', () => core.call('connector.set-price', { connectorId, tool: null, price: micros }))
  }
  return (
    <Disclosure summary={price === null ? words.none : words.is(formatMoney(price))}>
      <div className={styles.form}>
        <p className={styles.note}>{words.text}</p>
        <div className={styles.priced}>
          <TextField label={words.label} inputMode="decimal" value={typed} onValueChange={setTyped} onSubmit={save} {...(refused ? { error: words.refused } : {})} />
          <Button busy={pending.has('price')} onClick={save}>{words.save}</Button>
        </div>
      </div>
    </Disclosure>
  )
}
