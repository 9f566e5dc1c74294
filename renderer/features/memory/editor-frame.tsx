import type { ReactNode } from 'react'
import type { MemoryRow } from '../../../shared/stored-record.ts'
import { strings } from '../../strings/en.ts'
import { Button } from '../../ui/button.tsx'
import { EditGroup } from '../../ui/edit-group.tsx'
import styles from './editor.module.css'

/** Of the editor of one memory or task. */
export interface EditorProps<Row, Content> {
  /** Null: a new one. */
  row: Row | null
  isBusy: boolean
  onSave: (content: Content) => void
  onCancel: () => void
}

interface EditorFrameProps extends Omit<EditorProps<Pick<MemoryRow, 'taint'>, never>, 'onSave'> {
  label: string
  canSave: boolean
  onSave: () => void
  children: ReactNode
}

/** Around the fields of one memory or task. */
export function EditorFrame({ row, label, canSave, isBusy, onSave, onCancel, children }: EditorFrameProps) {
  const words = strings.memory.editor
  return (
    <EditGroup label={label} onCancel={onCancel}>
      {children}
      {row !== null && row.taint.length > 0 ? <p className={styles.hint}>{words.taintedHint}</p> : null}
      <div className={styles.end}>
        <span className={styles.hint}>{words.keys}</span>
        <Button size="small" onClick={onCancel}>{words.cancel}</Button>
        <Button size="small" variant="primary" busy={isBusy} disabled={!canSave} onClick={onSave}>{row === null ? words.add : words.save}</Button>
      </div>
    </EditGroup>
  )
}
