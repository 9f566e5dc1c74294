import { useState } from 'react'
import { MessageSquare, TextSearch } from 'lucide-react'
import type { ChatId, TurnId } from '../../../shared/ids.ts'
import type { ChatRow } from '../../../shared/run-record.ts'
import { titleOf } from '../../chat-title.ts'
import { useRows } from '../../core.tsx'
import { plainExcerpt } from '../../excerpt.ts'
import { strings } from '../../strings/en.ts'
import { CommandPalette, type Command, type CommandGroup } from '../../ui/command-palette.tsx'
import { isComposing } from '../../ui/enter-key.ts'
import { useChatSearch } from '../../use-chat-search.ts'
import { rankFuzzy } from './fuzzy.ts'

export interface PaletteProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  pages: readonly Command[]
  actions: readonly Command[]
  /** Found by their words only. */
  places: readonly Command[]
  /** `turnId`: where in it, when a message was found. */
  onOpenChat: (chatId: ChatId, turnId: TurnId | null) => void
}

const CHATS_SHOWN = 8
const HITS_SHOWN = 8
const PLACES_SHOWN = 6

export function Palette(props: PaletteProps) {
  // Mounted only while open, so that it starts empty and asks for nothing in between.
  return props.open ? <OpenPalette {...props} /> : null
}

function OpenPalette({ onOpenChange, pages, actions, places, onOpenChat }: PaletteProps) {
  const [query, setQuery] = useState('')
  const rows = useRows('chats.watch', {})
  const trimmed = query.trim()
  const search = useChatSearch(trimmed.length < 2 ? '' : trimmed)
  const labelOf = (command: Command) => command.label

  const chats = rankFuzzy(trimmed, recent(rows ?? []), titleOf).slice(0, CHATS_SHOWN)
  const titles = new Map((rows ?? []).map((row) => [row.chatId, titleOf(row)]))
  const groups: readonly CommandGroup[] = [
    { id: 'actions', label: strings.palette.groups.actions, commands: rankFuzzy(trimmed, actions, labelOf) },
    { id: 'pages', label: strings.palette.groups.pages, commands: rankFuzzy(trimmed, pages, labelOf) },
    { id: 'places', label: strings.palette.groups.places, commands: trimmed === '' ? [] : rankFuzzy(trimmed, places, labelOf).slice(0, PLACES_SHOWN) },
    {
      id: 'chats',
      label: strings.palette.groups.chats,
      commands: chats.map((row) => ({
        id: row.chatId,
        label: titleOf(row),
        icon: <MessageSquare aria-hidden="true" />,
        ...(row.openQuestions === 0 ? {} : { hint: strings.chats.marks.asks(row.openQuestions) }),
        onRun: () => onOpenChat(row.chatId, null),
      })),
    },
    {
      id: 'messages',
      label: strings.palette.groups.messages,
      commands: search.hits.filter((hit) => hit.turnId !== null).slice(0, HITS_SHOWN).map((hit, index) => ({
        id: `hit ${index} ${hit.chatId}`,
        label: titles.get(hit.chatId) ?? hit.title,
        hint: plainExcerpt(hit.excerpt),
        icon: <TextSearch aria-hidden="true" />,
        onRun: () => onOpenChat(hit.chatId, hit.turnId),
      })),
    },
  ]
  return (
    // Keys of an input method are the field's alone; the list would take their Enter for its own.
    <div onKeyDownCapture={(event) => { if (isComposing(event)) event.stopPropagation() }}>
      <CommandPalette
        open
        onOpenChange={onOpenChange}
        query={query}
        onQueryChange={setQuery}
        groups={trimmed === '' ? groups : bestFirst(trimmed, groups)}
        label={strings.palette.label}
        placeholder={strings.palette.placeholder}
        emptyText={strings.palette.empty(trimmed)}
      />
    </div>
  )
}

const recent = (rows: readonly ChatRow[]): readonly ChatRow[] =>
  rows.filter((row) => !row.archived).sort((left, right) => right.updatedAt - left.updatedAt)

/** Puts the group with the best fitting command on top: Enter runs what was meant, whatever kind it is. Messages stay last. */
function bestFirst(query: string, groups: readonly CommandGroup[]): readonly CommandGroup[] {
  const messages = groups.filter((group) => group.id === 'messages')
  const rest = groups.filter((group) => group.id !== 'messages' && group.commands.length > 0)
  return [...rankFuzzy(query, rest, (group) => group.commands[0]?.label ?? ''), ...messages]
}
