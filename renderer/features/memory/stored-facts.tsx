import type { ReactNode } from 'react'
import { Shield } from 'lucide-react'
import type { MemoryRow } from '../../../shared/stored-record.ts'
import type { TaintSource } from '../../../shared/taint.ts'
import { useRows } from '../../core.tsx'
import chip from '../../parts/taint-chip.module.css'
import { TaintSources } from '../../parts/taint-sources.tsx'
import { formatRoute } from '../../route.ts'
import { strings } from '../../strings/en.ts'
import { Popover } from '../../ui/popover.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { shortWords } from './short-words.ts'
import styles from './stored-row.module.css'

const words = strings.memory
const TITLE_LENGTH = 44

interface StoredFactsProps {
  row: Pick<MemoryRow, 'createdAt' | 'updatedAt' | 'origin' | 'taint'>
  reachable: boolean
  /** Its last change is told by `children`. */
  hideChange?: boolean
  /** Before when and by whom. */
  children?: ReactNode
}

/** When, by whom, and after reading what. */
export function StoredFacts({ row, reachable, hideChange = false, children }: StoredFactsProps) {
  return (
    <div className={styles.facts}>
      {row.taint.length === 0 ? null : <TaintMark sources={row.taint} reachable={reachable} />}
      {children}
      <span>{words.written} <RelativeTime at={row.createdAt} /></span>
      {hideChange || row.updatedAt === row.createdAt ? null : <span>{words.changed} <RelativeTime at={row.updatedAt} /></span>}
      <Origin origin={row.origin} reachable={reachable} />
    </div>
  )
}

function Origin({ origin, reachable }: { origin: MemoryRow['origin']; reachable: boolean }) {
  const chats = useRows('chats.watch', {})
  if (origin.kind === 'person') return <span>{words.byYou}</span>
  const chat = chats?.find((row) => row.chatId === origin.chatId)
  if (chat === undefined) return chats === null ? null : <span>{words.chatGone}</span>
  return (
    <span className={styles.origin}>
      {words.writtenIn}{' '}
      <a href={formatRoute({ page: 'chat', chatId: chat.chatId, turnId: origin.turnId })} title={words.openChat} tabIndex={reachable ? 0 : -1}>
        {chat.title === '' ? strings.chats.untitled : shortWords(chat.title, TITLE_LENGTH)}
      </a>
    </span>
  )
}

function TaintMark({ sources, reachable }: { sources: readonly TaintSource[]; reachable: boolean }) {
  return (
    <Popover
      title={words.taint.title}
      trigger={
        <button type="button" className={chip.chip} tabIndex={reachable ? 0 : -1}>
          <Shield aria-hidden="true" />
          {words.taint.chip(sources.length)}
        </button>
      }
    >
      <div className={chip.body}>
        <p>{words.taint.text}</p>
        <TaintSources sources={sources} />
      </div>
    </Popover>
  )
}
