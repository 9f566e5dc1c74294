import type { KeyboardEvent, ReactNode } from 'react'
import { isComposing } from './enter-key.ts'
import styles from './edit-group.module.css'

/** Fields in the place where what they change stands. Escape leaves it as it was; keys of an input method never do. */
export function EditGroup({ label, onCancel, children }: { label: string; onCancel: () => void; children: ReactNode }) {
  const keyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || isComposing(event) || event.defaultPrevented) return
    event.preventDefault()
    onCancel()
  }
  return <div className={styles.group} role="group" aria-label={label} onKeyDown={keyDown}>{children}</div>
}
