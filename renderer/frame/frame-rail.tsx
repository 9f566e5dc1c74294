import { AlarmClock, Brain, Gauge, History, Inbox, PanelLeft, Plug, Settings, SquarePen, Target, Users } from 'lucide-react'
import { ChatsRail } from '../features/chats/chats-rail.tsx'
import { keysOf, type Surroundings } from '../shortcuts.ts'
import { strings } from '../strings/en.ts'
import { Count } from '../ui/badge.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { useNarrow } from '../ui/media.ts'
import { RailItem } from '../ui/rail-item.tsx'
import { ToastRoom } from '../ui/toast.tsx'
import type { Route } from '../route.ts'
import { Section } from '../section.tsx'
import { BudgetMark } from './budget-mark.tsx'
import styles from './frame.module.css'

export interface FrameRailProps {
  route: Route
  waiting: number
  surroundings: Surroundings
  onHide: () => void
  onGo: (route: Route) => void
}

export function FrameRail({ route, waiting, surroundings, onHide, onGo }: FrameRailProps) {
  const words = strings.frame
  const narrow = useNarrow()
  return (
    <div className={styles.rail}>
      <div className={styles.top}>
        <IconButton
          icon={<PanelLeft aria-hidden="true" />}
          label={words.hideRail}
          shortcut={keysOf('toggle-rail', surroundings)}
          onClick={onHide}
        />
        <span className={styles.product}>{words.product}</span>
        <IconButton
          icon={<SquarePen aria-hidden="true" />}
          label={words.newChat}
          shortcut={keysOf('new-chat', surroundings)}
          onClick={() => onGo({ page: 'new-chat' })}
        />
      </div>
      <Section name={words.sections.rail}>
        <ChatsRail openChatId={route.page === 'chat' ? route.chatId : null} onOpen={(chatId, turnId) => onGo({ page: 'chat', chatId, ...(turnId === null ? {} : { turnId }) })} />
      </Section>
      {/* In a drawer the page behind it has it. */}
      {narrow ? null : <ToastRoom />}
      <div className={styles.pages} role="group" aria-label={words.pagesLabel}>
        <RailItem
          icon={<Inbox aria-hidden="true" />}
          active={route.page === 'inbox'}
          trailing={waiting === 0 ? null : <Count tone="asks" value={waiting} label={words.waiting(waiting)} />}
          onClick={() => onGo({ page: 'inbox' })}
        >
          {words.inbox}
        </RailItem>
        <RailItem icon={<Plug aria-hidden="true" />} active={route.page === 'connectors'} onClick={() => onGo({ page: 'connectors' })}>
          {words.connectors}
        </RailItem>
        <RailItem icon={<AlarmClock aria-hidden="true" />} active={route.page === 'jobs' || route.page === 'source'} onClick={() => onGo({ page: 'jobs' })}>
          {strings.jobs.nav}
        </RailItem>
        <RailItem icon={<Users aria-hidden="true" />} active={route.page === 'roles' || route.page === 'coworker'} onClick={() => onGo({ page: 'roles' })}>
          {strings.roles.nav}
        </RailItem>
        <RailItem icon={<Target aria-hidden="true" />} active={route.page === 'goals'} onClick={() => onGo({ page: 'goals' })}>
          {strings.goals.title}
        </RailItem>
        <RailItem icon={<History aria-hidden="true" />} active={route.page === 'runs'} onClick={() => onGo({ page: 'runs' })}>
          {strings.runs.title}
        </RailItem>
        <RailItem icon={<Brain aria-hidden="true" />} active={route.page === 'memory'} onClick={() => onGo({ page: 'memory' })}>
          {words.memory}
        </RailItem>
        <RailItem icon={<Gauge aria-hidden="true" />} active={route.page === 'budget'} trailing={<BudgetMark />} onClick={() => onGo({ page: 'budget' })}>
          {strings.budget.nav}
        </RailItem>
        <RailItem icon={<Settings aria-hidden="true" />} active={route.page === 'settings'} onClick={() => onGo({ page: 'settings' })}>
          {words.settings}
        </RailItem>
      </div>
    </div>
  )
}
