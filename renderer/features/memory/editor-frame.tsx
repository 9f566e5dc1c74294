import type { KeyboardEvent, ReactNode } from 'react'
import { strings } from '../../strings/en.ts'
import { Button } from '../../ui/button.tsx'
import { isComposing } from '../../ui/enter-key.ts'
import styles from './editor.module.css'

interface EditorFrameProps {
  label: string
  saveLabel: string
  canSave: boolean
  isBusy: boolean
  /** What was written had outside text in it. */
  tainted: boolean
  onSave: () => void
  onCancel: () => void
  children: ReactNode
}

/** Around the fields of one memory or task. Keys of an input method never end it. */
export function EditorFrame({ label, saveLabel, canSave, isBusy, tainted, onSave, onCancel, children }: EditorFrameProps) {
  const words = strings.memory.editor
  const keyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || isComposing(event) || event.defaultPrevented) return
    event.preventDefault()
    onCancel()
  }
  return (
    <div className={styles.editor} role="group" aria-label={label} onKeyDown={keyDown}>
      {children}
      {tainted ? <p className={styles.hint}>{words.taintedHint}</p> : null}
      <div className={styles.end}>
        <span className={styles.hint}>{words.keys}</span>
        <Button size="small" onClick={onCancel}>{words.cancel}</Button>
        <Button size="small" variant="primary" busy={isBusy} disabled={!canSave} onClick={onSave}>{saveLabel}</Button>
      </div>
    </div>
  )
}
