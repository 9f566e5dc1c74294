import { memo, useRef, type MouseEvent } from 'react'
import { Archive, ArchiveRestore, Bot, Braces, CalendarClock, CircleHelp, CirclePause, CornerDownRight, Ellipsis, FileText, LoaderCircle, Mail, PencilLine, Pin, PinOff, ShieldAlert, Target, Trash2, Webhook, type LucideIcon } from 'lucide-react'
import type { ChatOrigin, ChatRow } from '../../../shared/run-record.ts'
import { titleOf } from '../../chat-title.ts'
import { strings } from '../../strings/en.ts'
import { Count } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { Menu, type MenuEntry, type MenuPoint } from '../../ui/menu.tsx'
import type { ChatActions } from './chat-actions.ts'
import { RenameField } from './rename-field.tsx'
import styles from './chats.module.css'

interface ChatLineProps {
  row: ChatRow
  open: boolean
  /** The one line that Tab reaches. */
  reachable: boolean
  renaming: boolean
  /** Calls of this chat that had started and may have run. */
  mayHaveRun: number
  /** Where this line's menu is open; null: under its button. Undefined: it is closed. */
  menuAt: MenuPoint | null | undefined
  actions: ChatActions
  onOpen: (row: ChatRow) => void
  onFocus: (row: ChatRow) => void
  onRename: (row: ChatRow) => void
  onRenamed: (row: ChatRow, byKey: boolean) => void
  /** Undefined closes the menu. */
  onMenu: (row: ChatRow, at: MenuPoint | null | undefined) => void
}

export const ChatLine = memo(function ChatLine({ row, open, reachable, renaming, mayHaveRun, menuAt, actions, onOpen, onFocus, onRename, onRenamed, onMenu }: ChatLineProps) {
  const name = useRef<HTMLButtonElement>(null)
  const title = titleOf(row)
  if (renaming) {
    return (
      <div className={styles.renaming}>
        <RenameField title={title} onRename={(next) => actions.rename(row, next)} onDone={(byKey) => onRenamed(row, byKey)} />
      </div>
    )
  }
  const tabIndex = reachable ? 0 : -1
  const openMenu = (event: MouseEvent) => {
    event.preventDefault()
    // Shift F10 and the menu key send the same event, from no pointer.
    const isByPointer = event.button === 2
    onMenu(row, isByPointer ? { x: event.clientX, y: event.clientY } : null)
  }
  return (
    <div className={classes(styles.line, open && styles.open, menuAt !== undefined && styles.chosen)} onContextMenu={openMenu}>
      <button
        ref={name}
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
        <Marks row={row} mayHaveRun={mayHaveRun} />
      </button>
      <span className={styles.more}>
        <Menu
          align="end"
          open={menuAt !== undefined}
          onOpenChange={(next) => onMenu(row, next ? null : undefined)}
          at={menuAt ?? null}
          finalFocus={() => name.current}
          trigger={<Button variant="quiet" size="small" icon={<Ellipsis aria-hidden="true" />} aria-label={strings.chats.menu(title)} tabIndex={tabIndex} />}
          items={menuOf(row, actions, onRename)}
        />
      </span>
    </div>
  )
})

/** What the chat waits for, or does. A call that may have run is no question of whether it may: it is told apart by its shape and its words. */
function Marks({ row, mayHaveRun }: { row: ChatRow; mayHaveRun: number }) {
  const { marks } = strings.chats
  const asks = row.openQuestions - mayHaveRun
  return (
    <span className={styles.marks}>
      {row.origin === undefined ? null : <Origin origin={row.origin} />}
      {row.tainted ? <ShieldAlert className={styles.tainted} role="img" aria-label={marks.tainted} /> : null}
      {row.status === 'running' ? <LoaderCircle className={styles.running} role="img" aria-label={marks.running} /> : null}
      {row.status === 'paused' ? <CirclePause className={styles.paused} role="img" aria-label={marks.paused} /> : null}
      {mayHaveRun > 0 ? <CircleHelp className={styles.unsure} role="img" aria-label={marks.mayHaveRun(mayHaveRun)} /> : null}
      {asks > 0 ? <Count tone="asks" value={asks} label={marks.asks(asks)} /> : null}
    </span>
  )
}

const ORIGIN_ICONS: Readonly<Record<ChatOrigin, LucideIcon>> = { job: CalendarClock, webhook: Webhook, source: Mail, coworker: Bot, delegated: CornerDownRight, goal: Target }

/** Who began it, where no person did. */
function Origin({ origin }: { origin: ChatOrigin }) {
  const Icon = ORIGIN_ICONS[origin]
  const name = strings.chats.marks.origins[origin]
  return <span className={styles.origin} title={name}><Icon role="img" aria-label={name} /></span>
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
