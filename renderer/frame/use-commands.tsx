import { AArrowDown, AArrowUp, AlarmClock, Bell, Brain, CalendarPlus, CircleHelp, Gauge, History, Inbox, KeyRound, Keyboard, ListTodo, Moon, NotebookPen, PanelLeft, PanelRight, Plug, Settings, SlidersHorizontal, SquarePen, Sun, SunMoon, Target, Users, Wind } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ChatRow } from '../../shared/run-record.ts'
import type { Settings as SettingsRow } from '../../shared/settings.ts'
import { useRows } from '../core.tsx'
import { SECTIONS } from '../features/settings/settings-section.tsx'
import { turnOffNotifications, turnOnNotifications, useNotificationState } from '../notifications.ts'
import type { Route } from '../route.ts'
import type { Surroundings } from '../shortcuts.ts'
import { strings } from '../strings/en.ts'
import type { Command } from '../ui/command-palette.tsx'
import type { FramePanels } from '../ui/frame-panels.ts'
import { useChangeSettings } from '../use-settings.ts'
import { keyHint, makeCommand as command } from './command.ts'
import { useChatCommands } from './use-chat-commands.tsx'

export interface CommandFacts {
  readonly openChat: ChatRow | null
  readonly waiting: number
  readonly settings: SettingsRow
  readonly panels: FramePanels
  /** This page has a right panel. */
  readonly hasPanel: boolean
  readonly surroundings: Surroundings
  readonly go: (route: Route) => void
  readonly showShortcuts: () => void
  readonly onRename: (row: ChatRow) => void
}

/** What the palette offers besides chats: everything that would do something now. */
export interface Commands {
  readonly actions: readonly Command[]
  readonly pages: readonly Command[]
  /** Shown once something is typed: there are many, and they are less often meant. */
  readonly places: readonly Command[]
}

export function useCommands(facts: CommandFacts): Commands {
  const { openChat, waiting, panels, hasPanel, surroundings, go, showShortcuts, onRename } = facts
  const words = strings.palette.actions
  const chatCommands = useChatCommands(openChat, onRename)
  const lookCommands = useLookCommands(facts.settings)
  const notificationCommands = useNotificationCommands(surroundings)
  const actions = [
    command(words.newChat, <SquarePen aria-hidden="true" />, () => go({ page: 'new-chat' }), keyHint('new-chat', surroundings)),
    ...(waiting === 0 ? [] : [command(words.answerOldest, <CircleHelp aria-hidden="true" />, () => go({ page: 'inbox' }), { hint: strings.frame.waiting(waiting) })]),
    ...chatCommands,
    command(panels.rail.open ? words.hideRail : words.showRail, <PanelLeft aria-hidden="true" />, panels.rail.toggle, keyHint('toggle-rail', surroundings)),
    ...(hasPanel ? [command(panels.panel.open ? words.hidePanel : words.showPanel, <PanelRight aria-hidden="true" />, panels.panel.toggle, keyHint('toggle-panel', surroundings))] : []),
    ...lookCommands,
    ...notificationCommands,
    command(words.shortcuts, <Keyboard aria-hidden="true" />, showShortcuts, keyHint('shortcuts', surroundings)),
  ]
  const { inbox, connectors, settings } = strings.frame
  const pages = [
    command(inbox, <Inbox aria-hidden="true" />, () => go({ page: 'inbox' }), keyHint('inbox', surroundings)),
    command(connectors, <Plug aria-hidden="true" />, () => go({ page: 'connectors' })),
    command(strings.memory.memories.tab, <Brain aria-hidden="true" />, () => go({ page: 'memory' })),
    command(strings.memory.tasks.tab, <ListTodo aria-hidden="true" />, () => go({ page: 'memory', tab: 'tasks' })),
    command(strings.coworkers.newTitle, <Users aria-hidden="true" />, () => go({ page: 'coworker' })),
    command(strings.roles.title, <Users aria-hidden="true" />, () => go({ page: 'roles' })),
    command(strings.memory.notes.tab, <NotebookPen aria-hidden="true" />, () => go({ page: 'memory', tab: 'notes' })),
    command(strings.runs.title, <History aria-hidden="true" />, () => go({ page: 'runs' })),
    command(strings.jobs.title, <AlarmClock aria-hidden="true" />, () => go({ page: 'jobs' })),
    command(strings.jobs.add, <CalendarPlus aria-hidden="true" />, () => go({ page: 'jobs', edit: 'new' })),
    command(strings.goals.title, <Target aria-hidden="true" />, () => go({ page: 'goals' })),
    command(strings.goals.add, <Target aria-hidden="true" />, () => go({ page: 'goals', edit: 'new' })),
    command(strings.goals.workers.title, <Target aria-hidden="true" />, () => go({ page: 'goals', tab: 'advanced' })),
    command(strings.budget.title, <Gauge aria-hidden="true" />, () => go({ page: 'budget' })),
    command(settings, <Settings aria-hidden="true" />, () => go({ page: 'settings' }), keyHint('settings', surroundings)),
  ]
  return { actions, pages, places: usePlaces(go) }
}

/** Parts of pages that have an address of their own. */
function usePlaces(go: (route: Route) => void): readonly Command[] {
  const connectors = useRows('connectors.watch', {}) ?? []
  const vault = useRows('vault.watch', {})?.[0]
  const { places } = strings.palette
  return [
    ...SECTIONS.map((section) => command(places.section(strings.settings.sections[section]), <SlidersHorizontal aria-hidden="true" />, () => go({ page: 'settings', section }))),
    ...(vault?.state === 'unlocked' ? [command(places.passphrase, <KeyRound aria-hidden="true" />, () => go({ page: 'settings', section: 'keys' }))] : []),
    ...connectors.map(({ connectorId, label }) => ({ ...command(places.connector(label), <Plug aria-hidden="true" />, () => go({ page: 'connectors', connectorId })), id: `connector ${connectorId}` })),
  ]
}

const SIZES: readonly SettingsRow['fontSize'][] = ['small', 'medium', 'large']

function useLookCommands({ theme, fontSize, reducedMotion }: SettingsRow): readonly Command[] {
  const change = useChangeSettings()
  const words = strings.palette.actions
  const themes: readonly (readonly [SettingsRow['theme'], ReactNode])[] = [
    ['light', <Sun key="light" aria-hidden="true" />], ['dark', <Moon key="dark" aria-hidden="true" />], ['system', <SunMoon key="system" aria-hidden="true" />],
  ]
  const at = SIZES.indexOf(fontSize)
  const [smaller, larger] = [SIZES[at - 1], SIZES[at + 1]]
  return [
    ...themes.flatMap(([to, icon]) => (theme === to ? [] : [command(words[to], icon, () => change({ theme: to }))])),
    ...(larger === undefined ? [] : [command(words.larger, <AArrowUp aria-hidden="true" />, () => change({ fontSize: larger }))]),
    ...(smaller === undefined ? [] : [command(words.smaller, <AArrowDown aria-hidden="true" />, () => change({ fontSize: smaller }))]),
    command(reducedMotion ? words.moves : words.still, <Wind aria-hidden="true" />, () => change({ reducedMotion: !reducedMotion })),
  ]
}

/** The press that runs it is the person's own, which is what a browser wants to see. */
function useNotificationCommands({ browser }: Surroundings): readonly Command[] {
  const state = useNotificationState()
  if (!browser) return []
  const words = strings.settings.notifications
  const icon = <Bell aria-hidden="true" />
  return [
    ...(state === 'off' ? [command(words.turnOn, icon, () => void turnOnNotifications())] : []),
    ...(state === 'on' ? [command(strings.palette.actions.notificationsOff, icon, turnOffNotifications)] : []),
  ]
}
