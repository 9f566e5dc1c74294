import { useState } from 'react'
import { MICROS_PER_DOLLAR } from '../../../shared/cap.ts'
import { strings } from '../../strings/en.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './connectors.module.css'

const words = strings.connectors.price

interface PriceEntryProps {
  label: string
  /** Of the button. */
  save: string
  /** Millionths of a dollar; null: none. */
  price: number | null
  busy: boolean
  /** False: a price has to be said. */
  mayBeEmpty: boolean
  onSave: (price: number | null) => void
}

/** What a call costs, in dollars; what isn't a price is refused where it was typed. */
export function PriceEntry({ label, save, price, busy, mayBeEmpty, onSave }: PriceEntryProps) {
  const [typed, setTyped] = useState(price === null ? '' : String(price / MICROS_PER_DOLLAR))
  const [refused, setRefused] = useState(false)
  const send = () => {
    const micros = typed.trim() === '' ? null : Math.round(Number(typed) * MICROS_PER_DOLLAR)
    const isGood = micros === null ? mayBeEmpty : /^\s*\d+(?:\.\d+)?\s*$/.test(typed) && micros > 0
    setRefused(!isGood)
    if (isGood) onSave(micros)
  }
  return (
    <div className={styles.priced}>
      <TextField label={label} inputMode="decimal" value={typed} onValueChange={setTyped} onSubmit={send} {...(refused ? { error: mayBeEmpty ? words.refused : words.refusedOfTool } : {})} />
      <Button busy={busy} onClick={send}>{save}</Button>
    </div>
  )
}
