import { useState } from 'react'
import { MICROS_PER_DOLLAR } from '../../../shared/cap.ts'
import type { Allowance } from '../../../shared/coworker.ts'
import { strings } from '../../strings/en.ts'
import { TextField } from '../../ui/text-field.tsx'
import { typedMicros } from './typed-money.ts'
import styles from './grant.module.css'

const words = strings.coworkers.allowance

const shown = (micros: number | undefined): string => (micros === undefined ? '' : String(micros / MICROS_PER_DOLLAR))

/** For the granted connectors that bill; empty fields are no allowance. */
export function AllowanceFields({ allowance, onAllowance }: { allowance: Allowance | null; onAllowance: (allowance: Allowance | null) => void }) {
  const [typed, setTyped] = useState({ perRun: shown(allowance?.perRun), perDay: shown(allowance?.perDay) })
  const change = (part: Partial<typeof typed>) => {
    const next = { ...typed, ...part }
    setTyped(next)
    onAllowance(next.perRun.trim() === '' && next.perDay.trim() === '' ? null : { perRun: typedMicros(next.perRun), perDay: typedMicros(next.perDay) })
  }
  return (
    <div className={styles.figures}>
      <TextField label={words.perRun} inputMode="decimal" value={typed.perRun} onValueChange={(perRun) => change({ perRun })} />
      <TextField label={words.perDay} inputMode="decimal" value={typed.perDay} onValueChange={(perDay) => change({ perDay })} />
    </div>
  )
}
