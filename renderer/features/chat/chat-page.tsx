import { RailToggle } from '../../frame-toggles.tsx'
import type { ChatRoute, Route } from '../../route.ts'
import { strings } from '../../strings/en.ts'
import { PageHeader } from '../../ui/app-frame.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { OpenChat } from './open-chat.tsx'
import { useChatRow } from './use-chat.ts'
import styles from './chat-page.module.css'

const words = strings.chat

export interface ChatPageProps {
  /** With a turn in it, that turn is brought into sight; else the end. */
  address: ChatRoute
  onNavigate: (to: Route) => void
}

export function ChatPage({ address, onNavigate }: ChatPageProps) {
  const row = useChatRow(address.chatId)
  if (row === null) return <div className={styles.loading}><Skeleton label={words.loading} lines={4} /></div>
  if (row !== undefined) return <OpenChat key={row.chatId} row={row} address={address} onNavigate={onNavigate} />
  return (
    <div className={styles.page}>
      <PageHeader leading={<RailToggle />} title={words.gone.title} />
      <EmptyState title={words.gone.title} action={<Button variant="primary" onClick={() => onNavigate({ page: 'new-chat' })}>{words.gone.action}</Button>}>{words.gone.text}</EmptyState>
    </div>
  )
}
