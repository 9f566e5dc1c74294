import { memo } from 'react'
import { Archive, ArchiveRestore, Braces, Ellipsis, FileText, LoaderCircle, PencilLine, Pin, PinOff, ShieldAlert, Trash2 } from 'lucide-react'
import type { ChatRow } from '../../../shared/run-record.ts'
import { strings } from '../../strings/en.ts'
import { Count } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { Menu, type MenuEntry } from '../../ui/menu.tsx'
import { titleOf, type ChatActions } from './chat-actions.ts'
import { RenameField } from './rename-field.tsx'
import styles from './chats.module.css'

interface ChatLineProps {
  row: ChatRow
  open: boolean
  /** The one line that Tab reaches. */
  reachable: boolean
  renaming: boolean
  actions: ChatActions
  onOpen: (row: ChatRow) => void
  onFocus: (row: ChatRow) => void
  onRename: (row: ChatRow) => void
  onRenamed: (row: ChatRow, byKey: boolean) => void
}

export const ChatLine = memo(function ChatLine({ row, open, reachable, renaming, actions, onOpen, onFocus, onRename, onRenamed }: ChatLineProps) {
  const title = titleOf(row)
  if (renaming) {
    return (
      <div className={styles.renaming}>
        <RenameField title={title} onRename={(next) => actions.rename(row, next)} onDone={(byKey) => onRenamed(row, byKey)} />
      </div>
    )
  }
  const tabIndex = reachable ? 0 : -1
  return (
    <div className={classes(styles.line, open && styles.open)}>
      <button
        type="button"
        className={styles.name}
        data-chat={row.chatId}
        tabIndex={tabIndex}
        aria-current={open ? 'page' : undefined}
        title={title}
        onClick={() => onOpen(row)}
        onFocus={() => onFocus(row)}
        onDoubleClick={() => onRename(row)}
      >
        <span className={styles.title}>{title}</span>
        <Marks row={row} />
      </button>
      <span className={styles.more}>
        <Menu
          align="end"
          trigger={<Button variant="quiet" size="small" icon={<Ellipsis aria-hidden="true" />} aria-label={strings.chats.menu(title)} tabIndex={tabIndex} />}
          items={menuOf(row, actions, onRename)}
        />
      </span>
    </div>
  )
})

function Marks({ row }: { row: ChatRow }) {
  const { marks } = strings.chats
  return (
    <span className={styles.marks}>
      {row.tainted ? <ShieldAlert className={styles.tainted} role="img" aria-label={marks.tainted} /> : null}
      {row.status === 'running' ? <LoaderCircle className={styles.running} role="img" aria-label={marks.running} /> : null}
      {row.openQuestions > 0 ? <Count tone="asks" value={row.openQuestions} label={marks.asks(row.openQuestions)} /> : null}
    </span>
  )
}

function menuOf(row: ChatRow, actions: ChatActions, onRename: (row: ChatRow) => void): readonly MenuEntry[] {
  const words = strings.chats
  return [
    { id: 'rename', label: words.rename, icon: <PencilLine aria-hidden="true" />, shortcut: 'F2', onSelect: () => onRename(row) },
    row.pinned
      ? { id: 'pin', label: words.unpin, icon: <PinOff aria-hidden="true" />, onSelect: () => actions.pin(row, false) }
      : { id: 'pin', label: words.pin, icon: <Pin aria-hidden="true" />, onSelect: () => actions.pin(row, true) },
    row.archived
      ? { id: 'archive', label: words.unarchive, icon: <ArchiveRestore aria-hidden="true" />, onSelect: () => actions.archive(row, false) }
      : { id: 'archive', label: words.archive, icon: <Archive aria-hidden="true" />, onSelect: () => actions.archive(row, true) },
    { id: 'markdown', label: words.exportMarkdown, icon: <FileText aria-hidden="true" />, onSelect: () => actions.exportAs(row, 'markdown') },
    { id: 'json', label: words.exportJson, icon: <Braces aria-hidden="true" />, onSelect: () => actions.exportAs(row, 'json') },
    { kind: 'separator', id: 'before-delete' },
    { id: 'delete', label: words.delete, icon: <Trash2 aria-hidden="true" />, shortcut: 'Del', danger: true, onSelect: () => actions.remove(row) },
  ]
}
