import { useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { Search, X } from 'lucide-react'
import type { ChatId, TurnId } from '../../../shared/ids.ts'
import { useRows } from '../../core.tsx'
import { strings } from '../../strings/en.ts'
import { Button } from '../../ui/button.tsx'
import { isComposing } from '../../ui/enter-key.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { ChatList } from './chat-list.tsx'
import { SearchResults } from './search-results.tsx'
import { useChatSearch } from '../../use-chat-search.ts'
import styles from './chats.module.css'

export interface ChatsRailProps {
  openChatId: ChatId | null
  /** `turnId`: where in it, when a message was found. */
  onOpen: (chatId: ChatId, turnId: TurnId | null) => void
}

/** The search and the list of chats, which fill whatever height they are given. */
export function ChatsRail({ openChatId, onOpen }: ChatsRailProps) {
  const rows = useRows('chats.watch', {})
  const questions = useRows('questions.watch', {})
  const mayHaveRun = useMemo(() => countByChat((questions ?? []).filter(({ asks }) => asks.kind === 'outcome')), [questions])
  const [text, setText] = useState('')
  const query = text.trim()
  const search = useChatSearch(query)
  const box = useRef<HTMLDivElement>(null)

  const results = (): HTMLElement[] => [...(box.current?.querySelectorAll<HTMLElement>('[data-result]') ?? [])]
  const keyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (isComposing(event)) return
    if (event.key === 'Escape' && text !== '') {
      event.preventDefault()
      setText('')
      box.current?.querySelector('input')?.focus()
      return
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    const stops = results()
    const at = stops.findIndex((stop) => stop === document.activeElement)
    const input = box.current?.querySelector('input') ?? null
    const inSearch = document.activeElement === input
    if (at === -1 && !inSearch) return
    event.preventDefault()
    const next = event.key === 'ArrowDown' ? (stops[at + 1] ?? (query === '' ? firstChat(box.current) : null)) : at > 0 ? stops[at - 1] : at === 0 ? input : null
    next?.focus()
  }
  return (
    <div ref={box} className={styles.chats} onKeyDown={keyDown}>
      <div className={styles.search} role="search">
        <TextField
          type="search"
          label={strings.chats.searchLabel}
          hideLabel
          placeholder={strings.chats.searchLabel}
          icon={<Search aria-hidden="true" />}
          value={text}
          onValueChange={setText}
          onSubmit={() => results()[0]?.click()}
          trailing={text === '' ? null : (
            <Button variant="quiet" size="small" icon={<X aria-hidden="true" />} aria-label={strings.chats.clearSearch} onClick={() => setText('')} />
          )}
        />
      </div>
      {rows === null ? (
        <div className={styles.waiting}><Skeleton label={strings.chats.loading} lines={6} /></div>
      ) : query === '' ? (
        <ChatList rows={rows} openChatId={openChatId} mayHaveRun={mayHaveRun} onOpen={(chatId) => onOpen(chatId, null)} />
      ) : (
        <SearchResults query={query} rows={rows} search={search} onOpen={onOpen} />
      )}
    </div>
  )
}

const countByChat = (questions: readonly { readonly chatId: ChatId }[]): ReadonlyMap<ChatId, number> =>
  new Map([...Map.groupBy(questions, ({ chatId }) => chatId)].map(([chatId, of]) => [chatId, of.length]))

/** The line of the list that Tab would reach. */
const firstChat = (box: HTMLElement | null): HTMLElement | null => box?.querySelector<HTMLElement>('[data-chat][tabindex="0"]') ?? null
