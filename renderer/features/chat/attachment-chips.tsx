import { FileText, X } from 'lucide-react'
import { strings } from '../../strings/en.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { DrawnText } from '../../ui/drawn-text.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import type { Attachment } from './message-parts.ts'
import styles from './composer.module.css'

const words = strings.chat.composer

export interface AttachmentChipsProps {
  attachments: readonly Attachment[]
  onChange: (attachments: readonly Attachment[]) => void
}

/** The files that will go along. Each is a stranger's until the person vouches for it. */
export function AttachmentChips({ attachments, onChange }: AttachmentChipsProps) {
  if (attachments.length === 0) return null
  return (
    <div className={styles.files}>
      <ul className={styles.chips} aria-label={words.attachments}>
        {attachments.map((file) => (
          <li key={file.id} className={styles.chip}>
            <FileText aria-hidden="true" />
            <span className={styles.fileName}><DrawnText text={file.fileName} /></span>
            <span className={styles.quiet}>{words.fileSize(file.text.length)}</span>
            <Checkbox label={words.vouch} checked={file.vouched} onCheckedChange={(vouched) => onChange(attachments.map((other) => (other === file ? { ...file, vouched } : other)))} />
            <IconButton size="small" icon={<X aria-hidden="true" />} label={words.remove(file.fileName)} onClick={() => onChange(attachments.filter((other) => other !== file))} />
          </li>
        ))}
      </ul>
      {attachments.some((file) => !file.vouched) ? <p className={styles.quiet}>{words.vouchHint}</p> : null}
    </div>
  )
}
