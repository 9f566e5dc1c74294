import { Notification, dialog } from 'electron'
import type { CallHandlers } from '../shared/contract.ts'
import type { Clock, Host } from './core/host.ts'
import { parseDeepLink, type Handed } from './deep-link.ts'
import { words } from './desktop-words.ts'
import { plainLine } from './plain-line.ts'
import type { DesktopWindow } from './window.ts'

/* What comes to the person from outside the window: new versions, links, questions. None of it does anything by itself. */

const DAY_MS = 24 * 3600 * 1000

/** As far as electron-updater's updater is used. */
export interface Updater {
  autoDownload: boolean
  autoInstallOnAppQuit: boolean
  allowDowngrade: boolean
  checkForUpdates: () => Promise<{ readonly isUpdateAvailable: boolean; readonly updateInfo: { readonly version: string } } | null>
  downloadUpdate: () => Promise<unknown>
  quitAndInstall: () => void
}

export interface Updates {
  /** Looks now, and says also that there is nothing. */
  readonly check: () => void
  readonly close: () => void
}

export interface UpdateOptions {
  /** Null: this build has no feed, or is a development build. */
  readonly updater: Updater | null
  readonly clock: Clock
  /** Ends everything in order, then does what is given. */
  readonly restart: (install: () => void) => void
  readonly log: (line: string) => void
}

/** Looks at the start and once a day. A version is downloaded and installed only on the person's word. */
export function watchUpdates({ updater, clock, restart, log }: UpdateOptions): Updates {
  const { update, box } = words
  const say = (message: string, detail = ''): void => { void dialog.showMessageBox({ type: 'info', message, detail, buttons: [box.ok], noLink: true }) }
  if (updater === null) return { check: () => { say(update.off) }, close: () => undefined }
  updater.autoDownload = false
  updater.autoInstallOnAppQuit = false
  updater.allowDowngrade = false

  let isAsking = false
  let callOff = (): void => undefined
  const ask = async (message: string, detail: string, yes: string): Promise<boolean> => {
    const { response } = await dialog.showMessageBox({ type: 'info', message, detail, buttons: [yes, box.later], defaultId: 1, cancelId: 1, noLink: true })
    return response === 0
  }
  const look = async (byPerson: boolean): Promise<void> => {
    const found = await updater.checkForUpdates()
    if (found?.isUpdateAvailable !== true) return byPerson ? say(update.none) : undefined
    const version = plainLine(found.updateInfo.version, 40)
    if (!await ask(update.found(version), update.foundDetail, update.download)) return
    await updater.downloadUpdate()
    if (await ask(update.ready(version), update.readyDetail, update.restart)) restart(() => { updater.quitAndInstall() })
  }
  const lookOnce = (byPerson: boolean): void => {
    // One box at a time: what is open already is about the same version.
    if (isAsking) return
    isAsking = true
    look(byPerson)
      .catch((error: unknown) => {
        const why = error instanceof Error ? error.message : String(error)
        log(`looking for an update failed: ${why}`)
        if (byPerson) say(update.failed, update.failedDetail(plainLine(why, 300)))
      })
      .finally(() => { isAsking = false })
  }
  const lookDaily = (): void => {
    lookOnce(false)
    callOff = clock.at(clock.now() + DAY_MS, lookDaily)
  }
  lookDaily()
  return { check: () => { lookOnce(true) }, close: () => { callOff() } }
}

export interface LinkOptions {
  readonly window: Pick<DesktopWindow, 'goTo' | 'show'>
  readonly calls: Pick<CallHandlers, 'chat.create' | 'chat.save-draft'>
  readonly log: (line: string) => void
}

/** Follows what a start was given: a page opens, or text waits in a new chat. Sending it stays with the person. */
export function createLinks({ window, calls, log }: LinkOptions): (handed: Handed) => void {
  const caller = { clientId: 'link' }
  const say = (message: string, detail = ''): void => { void dialog.showMessageBox({ type: 'info', message, detail, buttons: [words.box.ok], noLink: true }) }
  const prefill = async (text: string): Promise<void> => {
    const { chatId } = await calls['chat.create']({}, caller)
    await calls['chat.save-draft']({ chatId, draft: text }, caller)
    window.goTo(`#/chat/${chatId}`)
  }
  const follow = (address: string): void => {
    const link = parseDeepLink(address)
    switch (link.kind) {
      case 'place': return window.goTo(link.hash)
      case 'prefill': {
        prefill(link.text).catch((error: unknown) => {
          log(`a link's text could not be put into a chat: ${String(error)}`)
          say(words.link.failed)
        })
        return
      }
      case 'unknown': return say(words.link.unknown, words.link.unknownDetail)
    }
  }
  return ({ links, bundles }) => {
    window.show()
    for (const link of links) follow(link)
    for (const bundle of bundles) {
      window.goTo('#/connectors')
      say(words.bundle.title, words.bundle.detail(plainLine(bundle, 500)))
    }
  }
}

/**
 * Tells the person through the system while they are elsewhere; a click leads to the chat. Those that are shown are held:
 * one that nobody holds is forgotten, and its click with it.
 */
export function createNotify(window: () => Pick<DesktopWindow, 'goTo' | 'isInFront'> | null, log: (line: string) => void): Host['notify'] {
  const held = new Map<string, Notification>()
  return ({ title, text, chatId }) => {
    if (window()?.isInFront() === true || !Notification.isSupported()) return
    const notification = new Notification({ title: plainLine(title, 100), body: plainLine(text, 300) })
    const letGo = (): void => { if (held.get(chatId) === notification) held.delete(chatId) }
    notification.on('click', () => {
      letGo()
      window()?.goTo(`#/chat/${chatId}`)
    })
    notification.on('close', letGo)
    notification.on('failed', (_event, error) => { log(`a notification was not shown: ${error}`) })
    held.get(chatId)?.close()
    held.set(chatId, notification)
    notification.show()
  }
}
