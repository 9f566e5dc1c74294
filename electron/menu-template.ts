import { words } from './desktop-words.ts'

export interface MenuActions {
  readonly open: (hash: string) => void
  readonly show: () => void
  readonly checkForUpdates: () => void
  readonly quit: () => void
}

export interface MenuSurroundings {
  readonly platform: NodeJS.Platform
  /** Reload and developer tools are no part of a packaged build. */
  readonly isDevelopment: boolean
}

type Role =
  | 'about' | 'services' | 'hide' | 'hideOthers' | 'unhide' | 'undo' | 'redo' | 'cut' | 'copy' | 'paste' | 'pasteAndMatchStyle' | 'selectAll'
  | 'resetZoom' | 'zoomIn' | 'zoomOut' | 'togglefullscreen' | 'reload' | 'toggleDevTools' | 'minimize' | 'zoom' | 'front' | 'close'

export type MenuItem =
  | { readonly role: Role }
  | { readonly type: 'separator' }
  | { readonly label: string; readonly enabled: false }
  | { readonly label: string; readonly accelerator?: string; readonly registerAccelerator?: boolean; readonly click: () => void }
  | { readonly label: string; readonly submenu: MenuItem[] }

const line: MenuItem = { type: 'separator' }
const roles = (...names: readonly Role[]): MenuItem[] => names.map((role) => ({ role }))

/** The page listens for these keys itself; where it may, the menu only shows them. */
const shown = (label: string, accelerator: string, click: () => void): MenuItem => ({ label, accelerator, registerAccelerator: false, click })

export function menuTemplate({ platform, isDevelopment }: MenuSurroundings, actions: MenuActions): MenuItem[] {
  const isMac = platform === 'darwin'
  const { menu } = words
  const settings = shown(menu.settings, 'CmdOrCtrl+,', () => { actions.open('#/settings') })
  const updates: MenuItem = { label: menu.checkForUpdates, click: actions.checkForUpdates }
  const quit: MenuItem = { label: menu.quit, accelerator: 'CmdOrCtrl+Q', click: actions.quit }
  const app: MenuItem[] = isMac
    ? [{ label: words.app, submenu: [...roles('about'), updates, line, settings, line, ...roles('services'), line, ...roles('hide', 'hideOthers', 'unhide'), line, quit] }]
    : []
  return [
    ...app,
    {
      label: menu.file,
      submenu: [
        shown(menu.newChat, 'CmdOrCtrl+N', () => { actions.open('#/new') }),
        shown(menu.inbox, 'CmdOrCtrl+I', () => { actions.open('#/inbox') }),
        line,
        ...(isMac ? roles('close') : [settings, line, ...roles('close'), quit]),
      ],
    },
    { label: menu.edit, submenu: [...roles('undo', 'redo'), line, ...roles('cut', 'copy', 'paste', 'pasteAndMatchStyle', 'selectAll')] },
    {
      label: menu.view,
      submenu: [...roles('resetZoom', 'zoomIn', 'zoomOut'), line, ...roles('togglefullscreen'), ...(isDevelopment ? [line, ...roles('reload', 'toggleDevTools')] : [])],
    },
    { label: menu.window, submenu: roles('minimize', 'zoom', ...(isMac ? ['front' as const] : [])) },
    ...(isMac ? [] : [{ label: menu.help, submenu: [...roles('about'), updates] }]),
  ]
}

export const trayTemplate = (waiting: number, actions: MenuActions): MenuItem[] => [
  waiting === 0 ? { label: words.tray.waiting(0), enabled: false } : { label: words.tray.waiting(waiting), click: () => { actions.open('#/inbox') } },
  line,
  { label: words.tray.show, click: actions.show },
  { label: words.menu.checkForUpdates, click: actions.checkForUpdates },
  line,
  { label: words.tray.quit, click: actions.quit },
]
