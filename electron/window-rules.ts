import { APP_ORIGIN } from '../shared/app-page.ts'
import { exportTypeOf } from '../shared/export-type.ts'

/* What the desktop shell's page may do, as functions of plain data. Everything not named here is denied. */

/** The features a page is checked for or asks for. Copy buttons write to the clipboard; nothing else is used. */
const ALLOWED_PERMISSIONS: ReadonlySet<string> = new Set(['clipboard-sanitized-write'])

/** Whether this address is the page itself, or a file of it. */
export const isOwnAddress = (address: string): boolean => address === APP_ORIGIN || address.startsWith(`${APP_ORIGIN}/`)

/** Whether this address is the page, at whatever place within it; going there loads it anew at most. */
export const isOwnPage = (address: string): boolean => /^app:\/\/gatehouse\/(?:index\.html)?(?:#.*)?$/s.test(address)

/** `frameAddress`: of the one who asks. Frames within the page don't exist, so that one of them is never ours. */
export const mayUse = (permission: string, frameAddress: string, isMainFrame: boolean): boolean =>
  ALLOWED_PERMISSIONS.has(permission) && isMainFrame && isOwnAddress(frameAddress)

/** Whether a request leaves the page: its own files, what it made itself, and pictures that are part of an address. */
export const mayRequest = (address: string, isDevelopment: boolean): boolean =>
  isOwnAddress(address) || address.startsWith(`blob:${APP_ORIGIN}/`) || address.startsWith('data:') || (isDevelopment && address.startsWith('devtools://'))

/** Whether this is one of the page's own exports: something that it made, under a name that no system runs. */
export const isOwnExport = (address: string, fileName: string, type: string): boolean =>
  address.startsWith(`blob:${APP_ORIGIN}/`) && exportTypeOf(fileName) === type.replace(/;.*$/s, '')

/** A name without what some system reads as a folder, a drive or a hidden file. */
export const plainFileName = (fileName: string): string =>
  fileName.replaceAll(/[\p{Cc}\p{Cf}<>:"/\\|?*]+/gu, '-').replace(/^[.\s]+/, '').slice(-120)

export interface PinnedPreferences {
  readonly preload: string
  readonly devTools: boolean
}

/** Also what is the default today is said, so that another default of a later version changes nothing. */
export const pinnedPreferences = ({ preload, devTools }: PinnedPreferences) => ({
  preload,
  devTools,
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webviewTag: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  plugins: false,
  navigateOnDragDrop: false,
  safeDialogs: true,
  // Dictionaries would be fetched from another company's servers.
  spellcheck: false,
  enableWebSQL: false,
  autoplayPolicy: 'document-user-activation-required',
}) as const
