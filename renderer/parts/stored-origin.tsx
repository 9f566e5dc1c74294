import type { StoredOrigin } from '../../shared/stored-record.ts'
import { useRows } from '../core.tsx'
import { formatRoute } from '../route.ts'
import { strings } from '../strings/en.ts'
import { shortWords } from './short-words.ts'
import styles from './stored-origin.module.css'

const words = strings.memory
const TITLE_LENGTH = 44

/** Who wrote what is stored: the person, or a call of a chat that can be opened. @param reachable false where it can't take the focus now */
export function StoredOriginWords({ origin, reachable = true }: { origin: StoredOrigin; reachable?: boolean }) {
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
