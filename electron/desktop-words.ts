/* What the desktop shell itself says: menus, tray, boxes. The window's words are in renderer/strings/. */

export const words = {
  app: 'Gatehouse',
  menu: {
    file: 'File', edit: 'Edit', view: 'View', window: 'Window', help: 'Help',
    newChat: 'New chat', inbox: 'Inbox', settings: 'Settings…', checkForUpdates: 'Check for updates…', quit: 'Quit Gatehouse',
  },
  tray: {
    show: 'Show Gatehouse',
    waiting: (count: number) => (count === 0 ? 'No question is waiting' : count === 1 ? '1 question waits for you' : `${count} questions wait for you`),
    quit: 'Quit',
  },
  box: { ok: 'OK', close: 'Close', later: 'Later' },
  link: {
    unknown: 'This link isn’t one that Gatehouse understands.',
    unknownDetail: 'Nothing was done. A link can open a page, or put text into a new chat for you to read and send.',
    failed: 'The text of the link could not be put into a new chat.',
  },
  bundle: {
    title: 'A connector bundle was opened.',
    detail: (path: string) => `Nothing was installed or started. Add it on the Connectors page, from this file:\n${path}`,
  },
  outside: {
    refused: 'This address is not opened.',
    detail: (why: string, address: string) => `Gatehouse opens https and mailto addresses outside, and nothing else: ${why}.\n\n${address}`,
    failed: 'The system could not open this address.',
  },
  crash: {
    title: 'The window keeps crashing.',
    detail: 'Runs go on, and everything stored is kept. Load the window again, or quit and start Gatehouse anew.',
    again: 'Load again',
  },
  busy: {
    title: 'Gatehouse is running already on this data.',
    detail: (directory: string) => `Another Gatehouse, perhaps one in a browser, holds ${directory}. Nothing was changed. Close it there, then start this one again.`,
  },
  failed: 'Gatehouse could not start',
  update: {
    found: (version: string) => `Gatehouse ${version} is available.`,
    foundDetail: 'It is downloaded only if you say so, and installed when you say so.',
    download: 'Download',
    ready: (version: string) => `Gatehouse ${version} is downloaded.`,
    readyDetail: 'Open runs stop in order and go on after the restart.',
    restart: 'Restart now',
    none: 'This is the newest version.',
    off: 'This build has no update feed.',
    failed: 'Looking for an update failed.',
    failedDetail: (why: string) => `Nothing was changed. It is tried again tomorrow.\n\n${why}`,
  },
} as const
