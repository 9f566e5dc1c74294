import { useCallback, useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { ChevronRight } from 'lucide-react'
import type { ChatId } from '../../../shared/ids.ts'
import type { ChatRow } from '../../../shared/run-record.ts'
import { focusOnceDrawn } from '../../row-focus.ts'
import { strings } from '../../strings/en.ts'
import { classes } from '../../ui/classes.ts'
import { isComposing } from '../../ui/enter-key.ts'
import type { MenuPoint } from '../../ui/menu.tsx'
import { VirtualList, type VirtualListHandle } from '../../ui/virtual-list.tsx'
import { useChatActions } from './chat-actions.ts'
import { ChatLine } from './chat-line.tsx'
import { groupChats, linesOf, type ChatGroupId } from './group-chats.ts'
import { neighbourOf, nextChat } from './list-keys.ts'
import { useToday } from './use-today.ts'
import styles from './chats.module.css'

interface ChatListProps {
  rows: readonly ChatRow[]
  openChatId: ChatId | null
  /** How many calls of each chat may have run. */
  mayHaveRun: ReadonlyMap<ChatId, number>
  onOpen: (chatId: ChatId) => void
}

/** Only lines in sight are drawn. Arrows move, Enter opens, F2 renames, Delete deletes, Shift F10 shows the menu; one line at a time is a stop for Tab. */
export function ChatList({ rows, openChatId, mayHaveRun, onOpen }: ChatListProps) {
  const now = useToday()
  const [archiveOpen, setArchiveOpen] = useState(false)
  const lines = useMemo(() => linesOf(groupChats(rows, now), archiveOpen), [rows, now, archiveOpen])
  const [focused, setFocused] = useState<ChatId | null>(null)
  const [renaming, setRenaming] = useState<ChatId | null>(null)
  const [menu, setMenu] = useState<{ readonly chatId: ChatId; readonly at: MenuPoint | null } | null>(null)
  const actions = useChatActions(openChatId)
  const box = useRef<HTMLDivElement>(null)
  const list = useRef<VirtualListHandle>(null)

  const chatLines = lines.flatMap((line) => (line.kind === 'chat' ? [line.row] : []))
  const has = (chatId: ChatId | null) => chatLines.some((row) => row.chatId === chatId)
  const reachable = (has(focused) ? focused : has(openChatId) ? openChatId : chatLines[0]?.chatId) ?? null
  const indexOf = (chatId: ChatId | null) => lines.findIndex((line) => line.kind === 'chat' && line.row.chatId === chatId)

  const focusLine = (chatId: ChatId) => {
    flushSync(() => setFocused(chatId))
    const index = indexOf(chatId)
    // The heading comes into sight with the first chat under it.
    list.current?.scrollToIndex(lines[index - 1]?.kind === 'heading' ? index - 1 : index, { align: 'nearest' })
    focusOnceDrawn(() => lineOf(box.current, chatId))
  }
  const keyDown = (event: KeyboardEvent) => {
    const row = chatLines.find((candidate) => candidate.chatId === focused)
    if (isComposing(event) || row === undefined || !(event.target instanceof HTMLElement) || event.target.dataset.chat === undefined) return
    const next = nextChat(chatLines, row.chatId, event.key)
    if (next !== null) focusLine(next.chatId)
    else if (event.key === 'F2') setRenaming(row.chatId)
    else if (event.key === 'Delete') {
      actions.remove(row)
      const neighbour = neighbourOf(chatLines, row.chatId)
      if (neighbour !== null) focusLine(neighbour.chatId)
    } else return
    event.preventDefault()
  }

  const open = useCallback((row: ChatRow) => onOpen(row.chatId), [onOpen])
  const focus = useCallback((row: ChatRow) => setFocused(row.chatId), [])
  const rename = useCallback((row: ChatRow) => setRenaming(row.chatId), [])
  const showMenu = useCallback((row: ChatRow, at: MenuPoint | null | undefined) => {
    if (at === undefined) return setMenu((now) => (now?.chatId === row.chatId ? null : now))
    setFocused(row.chatId)
    setMenu({ chatId: row.chatId, at })
  }, [])
  const [returning, setReturning] = useState<ChatId | null>(null)
  const renamed = useCallback((row: ChatRow, byKey: boolean) => {
    setRenaming(null)
    if (byKey) setReturning(row.chatId)
  }, [])
  useEffect(() => {
    if (returning !== null && renaming === null) focusOnceDrawn(() => lineOf(box.current, returning))
  }, [returning, renaming])

  const kept = [...new Set([indexOf(reachable), indexOf(renaming), indexOf(menu?.chatId ?? null)])].filter((index) => index !== -1)
  return (
    <div ref={box} className={styles.scroller} role="group" aria-label={strings.chats.listLabel} onKeyDown={keyDown}>
      {lines.length === 0 ? <p className={styles.empty}>{strings.chats.empty}</p> : null}
      <VirtualList ref={list} scrollRef={box} itemSize={28} keepMounted={kept}>
        {lines.map((line) => line.kind === 'heading' ? (
          <Heading key={line.id} id={line.id} count={line.count} open={archiveOpen} onToggle={() => setArchiveOpen(!archiveOpen)} />
        ) : (
          <ChatLine
            key={line.row.chatId}
            row={line.row}
            open={line.row.chatId === openChatId}
            reachable={line.row.chatId === reachable}
            renaming={line.row.chatId === renaming}
            mayHaveRun={mayHaveRun.get(line.row.chatId) ?? 0}
            menuAt={line.row.chatId === menu?.chatId ? menu.at : undefined}
            actions={actions}
            onOpen={open}
            onFocus={focus}
            onRename={rename}
            onRenamed={renamed}
            onMenu={showMenu}
          />
        ))}
      </VirtualList>
    </div>
  )
}

const lineOf = (box: HTMLElement | null, chatId: ChatId): HTMLElement | null => box?.querySelector<HTMLElement>(`[data-chat="${chatId}"]`) ?? null

interface HeadingProps { id: ChatGroupId; count: number; open: boolean; onToggle: () => void }

function Heading({ id, count, open, onToggle }: HeadingProps) {
  const label = strings.chats.groups[id]
  if (id !== 'archived') return <h2 className={styles.heading}>{label}</h2>
  return (
    <h2 className={styles.heading}>
      <button type="button" className={styles.archive} aria-expanded={open} onClick={onToggle}>
        <ChevronRight aria-hidden="true" className={classes(styles.chevron, open && styles.turned)} />
        {label}
        <span className={styles.number}>{count}</span>
      </button>
    </h2>
  )
}
