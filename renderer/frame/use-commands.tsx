import { Brain, CircleHelp, Gauge, Inbox, Keyboard, ListTodo, Moon, PanelLeft, PanelRight, Plug, Settings, Square, SquarePen, Sun, SunMoon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ChatRow } from '../../shared/run-record.ts'
import type { Settings as SettingsRow } from '../../shared/settings.ts'
import { useCore } from '../core.tsx'
import { usePerform } from '../perform.ts'
import type { Route } from '../route.ts'
import { keysOf, type ShortcutId, type Surroundings } from '../shortcuts.ts'
import { strings } from '../strings/en.ts'
import type { Command } from '../ui/command-palette.tsx'
import type { FramePanels } from '../ui/frame-panels.ts'
import { useChangeSettings } from '../use-settings.ts'

export interface CommandFacts {
  readonly openChat: ChatRow | null
  readonly waiting: number
  readonly theme: SettingsRow['theme']
  readonly panels: FramePanels
  /** This page has a right panel. */
  readonly hasPanel: boolean
  readonly surroundings: Surroundings
  readonly go: (route: Route) => void
  readonly showShortcuts: () => void
}

/** What the palette offers besides chats. Only what would do something now is there. */
export function useCommands(facts: CommandFacts): { readonly pages: readonly Command[]; readonly actions: readonly Command[] } {
  const core = useCore()
  const perform = usePerform()
  const changeSettings = useChangeSettings()
  const { openChat, waiting, theme, panels, hasPanel, surroundings, go, showShortcuts } = facts
  const words = strings.palette.actions

  const command = (label: string, icon: ReactNode, onRun: () => void, more: { hint?: string; key?: ShortcutId } = {}): Command => ({
    id: label,
    label,
    icon,
    onRun,
    ...(more.hint === undefined ? {} : { hint: more.hint }),
    ...(more.key === undefined ? {} : { shortcut: keysOf(more.key, surroundings) }),
  })
  const running = openChat?.status === 'running' || openChat?.status === 'parked' ? openChat.leafTurnId : null
  const themeCommand = (to: SettingsRow['theme'], icon: ReactNode): readonly Command[] =>
    theme === to ? [] : [command(words[to], icon, () => changeSettings({ theme: to }))]

  const actions = [
    command(words.newChat, <SquarePen aria-hidden="true" />, () => go({ page: 'new-chat' }), { key: 'new-chat' }),
    ...(running === null ? [] : [
      command(words.stop, <Square aria-hidden="true" />, () => void perform(() => core.call('turn.stop', { turnId: running })), { hint: words.stopHint }),
    ]),
    ...(waiting === 0 ? [] : [
      command(words.answerOldest, <CircleHelp aria-hidden="true" />, () => go({ page: 'inbox' }), { hint: strings.frame.waiting(waiting) }),
    ]),
    ...themeCommand('light', <Sun aria-hidden="true" />),
    ...themeCommand('dark', <Moon aria-hidden="true" />),
    ...themeCommand('system', <SunMoon aria-hidden="true" />),
    command(panels.rail.open ? words.hideRail : words.showRail, <PanelLeft aria-hidden="true" />, panels.rail.toggle, { key: 'toggle-rail' }),
    ...(hasPanel ? [command(panels.panel.open ? words.hidePanel : words.showPanel, <PanelRight aria-hidden="true" />, panels.panel.toggle, { key: 'toggle-panel' })] : []),
    command(words.shortcuts, <Keyboard aria-hidden="true" />, showShortcuts, { key: 'shortcuts' }),
  ]
  const { inbox, connectors, settings } = strings.frame
  const pages = [
    command(inbox, <Inbox aria-hidden="true" />, () => go({ page: 'inbox' }), { key: 'inbox' }),
    command(connectors, <Plug aria-hidden="true" />, () => go({ page: 'connectors' })),
    command(strings.memory.memories.tab, <Brain aria-hidden="true" />, () => go({ page: 'memory' })),
    command(strings.memory.tasks.tab, <ListTodo aria-hidden="true" />, () => go({ page: 'memory', tab: 'tasks' })),
    command(strings.budget.title, <Gauge aria-hidden="true" />, () => go({ page: 'budget' })),
    command(settings, <Settings aria-hidden="true" />, () => go({ page: 'settings' }), { key: 'settings' }),
  ]
  return { pages, actions }
}
