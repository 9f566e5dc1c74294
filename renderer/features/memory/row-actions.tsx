import { Pencil, Trash2 } from 'lucide-react'
import { strings } from '../../strings/en.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import styles from './stored-row.module.css'

export function RowActions({ reachable, onEdit, onDelete }: { reachable: boolean; onEdit: () => void; onDelete: () => void }) {
  const words = strings.memory.row
  const tabIndex = reachable ? 0 : -1
  return (
    <div className={styles.actions}>
      <IconButton size="small" icon={<Pencil aria-hidden="true" />} label={words.edit} shortcut="F2" tabIndex={tabIndex} onClick={onEdit} />
      <IconButton size="small" icon={<Trash2 aria-hidden="true" />} label={words.delete} shortcut="Del" tabIndex={tabIndex} onClick={onDelete} />
    </div>
  )
}
