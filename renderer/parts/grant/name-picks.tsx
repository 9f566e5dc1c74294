import { Checkbox } from '../../ui/checkbox.tsx'
import { DrawnText } from '../../ui/drawn-text.tsx'
import styles from './grant.module.css'

export interface NamePicksProps {
  label: string
  options: readonly { readonly id: string; readonly label: string }[]
  picked: readonly string[]
  onPick: (picked: string[]) => void
  /** Beside one that is picked and no longer there. */
  gone: string
}

/** Some of a list by their names; what is gone stays until it is taken out. */
export function NamePicks({ label, options, picked, onPick, gone }: NamePicksProps) {
  const lost = picked.filter((id) => !options.some((option) => option.id === id))
  const pick = (id: string, on: boolean) => onPick(on ? [...picked, id] : picked.filter((one) => one !== id))
  if (options.length === 0 && lost.length === 0) return null
  return (
    <ul className={styles.picks} aria-label={label}>
      {options.map((option) => <li key={option.id} className={styles.pick}><Checkbox label={<DrawnText text={option.label} />} checked={picked.includes(option.id)} onCheckedChange={(on) => pick(option.id, on)} /></li>)}
      {lost.map((id) => <li key={id} className={styles.pick}><Checkbox label={id} hint={gone} checked onCheckedChange={() => pick(id, false)} /></li>)}
    </ul>
  )
}
