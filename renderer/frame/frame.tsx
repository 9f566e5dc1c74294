import { useEffect, useMemo, useState } from 'react'
import type { ChatId } from '../../shared/ids.ts'
import type { Settings } from '../../shared/settings.ts'
import { titleOf } from '../chat-title.ts'
import { useRows } from '../core.tsx'
import { useChatActions } from '../features/chats/chat-actions.ts'
import { RenameDialog } from '../features/chats/rename-dialog.tsx'
import { TurnPanel } from '../features/chat/turn-panel.tsx'
import { Palette } from '../features/palette/palette.tsx'
import { ShortcutsDialog } from '../features/palette/shortcuts-dialog.tsx'
import { FrameProvider } from '../frame-toggles.tsx'
import { navigate, useRoute } from '../navigation.ts'
import type { Route } from '../route.ts'
import { Section } from '../section.tsx'
import type { Surroundings } from '../shortcuts.ts'
import { strings } from '../strings/en.ts'
import { AppFrame } from '../ui/app-frame.tsx'
import { useFramePanels } from '../ui/frame-panels.ts'
import { useChangeSettings } from '../use-settings.ts'
import { ConnectionBanner } from './connection-banner.tsx'
import { FrameRail } from './frame-rail.tsx'
import { Page, pageTitle } from './page.tsx'
import { useCommands } from './use-commands.tsx'
import { useNotifications } from './use-notifications.ts'
import { useShortcuts } from './use-shortcuts.ts'
import styles from './frame.module.css'

/** Rail, page, panel, and what lies over them. */
export function Frame({ settings, surroundings }: { settings: Settings; surroundings: Surroundings }) {
  const route = useRoute()
  const chats = useRows('chats.watch', {})
  const questions = useRows('questions.watch', {})
  const changeSettings = useChangeSettings()
  const { leftRailOpen, rightPanelOpen } = settings
  const panels = useFramePanels({
    railOpen: leftRailOpen,
    panelOpen: rightPanelOpen,
    onChange: (which, open) => changeSettings(which === 'rail' ? { leftRailOpen: open } : { rightPanelOpen: open }),
  })
  const [over, setOver] = useState<'palette' | 'shortcuts' | null>(null)
  const [renaming, setRenaming] = useState<ChatId | null>(null)

  const waiting = questions?.length ?? 0
  const noChats = chats?.length === 0
  const openChat = route.page === 'chat' ? chats?.find((row) => row.chatId === route.chatId) ?? null : null
  const go = (to: Route) => {
    if (panels.narrow) panels.rail.setOpen(false)
    navigate(to)
  }
  useNotifications({ questions, chats }, surroundings.browser, go)
  const title = strings.frame.title(pageTitle(route, openChat === null ? '' : titleOf(openChat), noChats), waiting)
  useEffect(() => { document.title = title }, [title])

  useShortcuts(surroundings, {
    palette: () => setOver((now) => (now === 'palette' ? null : 'palette')),
    'new-chat': () => go({ page: 'new-chat' }),
    inbox: () => go({ page: 'inbox' }),
    settings: () => go({ page: 'settings' }),
    'toggle-rail': panels.rail.toggle,
    'toggle-panel': panels.panel.toggle,
    shortcuts: () => setOver('shortcuts'),
  })
  const commands = useCommands({
    openChat, waiting, panels, hasPanel: openChat !== null, surroundings, go, settings, showShortcuts: () => setOver('shortcuts'), onRename: (row) => setRenaming(row.chatId),
  })
  const renamed = chats?.find(({ chatId }) => chatId === renaming) ?? null
  const chatActions = useChatActions(openChat?.chatId ?? null)
  const controls = useMemo(() => ({ panels, surroundings }), [panels, surroundings])
  const words = strings.frame
  return (
    <FrameProvider value={controls}>
      <div className={styles.window}>
        <div className={styles.notice}><ConnectionBanner /></div>
        <div className={styles.body}>
          <AppFrame
            panels={panels}
            railLabel={words.railLabel}
            rail={<FrameRail route={route} waiting={waiting} surroundings={surroundings} onHide={panels.rail.toggle} onGo={go} />}
            panelLabel={words.panelLabel}
            {...(openChat !== null ? {
              panel: <Section key={openChat.chatId} name={words.sections.panel}><TurnPanel chatId={openChat.chatId} /></Section>,
            } : {})}
          >
            <Section key={route.page === 'chat' ? route.chatId : route.page} name={words.sections.page}>
              <Page route={route} chats={chats} onGo={go} />
            </Section>
          </AppFrame>
        </div>
      </div>
      <Palette
        open={over === 'palette'}
        onOpenChange={(open) => setOver((now) => (open ? 'palette' : now === 'palette' ? null : now))}
        pages={commands.pages}
        actions={commands.actions}
        places={commands.places}
        onOpenChat={(chatId, turnId) => go({ page: 'chat', chatId, ...(turnId === null ? {} : { turnId }) })}
      />
      <ShortcutsDialog open={over === 'shortcuts'} onOpenChange={(open) => setOver(open ? 'shortcuts' : null)} surroundings={surroundings} />
      {renamed === null ? null : <RenameDialog key={renamed.chatId} row={renamed} actions={chatActions} onClose={() => setRenaming(null)} />}
    </FrameProvider>
  )
}
