import { z } from 'zod'
import { Caps, DEFAULT_CAPS } from './cap.ts'
import { CaptureLevel } from './role.ts'

export const Theme = z.enum(['system', 'light', 'dark'])
export const FontSize = z.enum(['small', 'medium', 'large'])

/** An exact host name as a person types it: no scheme, port, path or wildcard. */
export const HostName = z.string().trim().toLowerCase().max(253).regex(/^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$|^\[[0-9a-f:.]+\]$/)

/** Everything a person can set that isn't about one tool, chat or connector. */
export const Settings = z.object({
  theme: Theme,
  fontSize: FontSize,
  reducedMotion: z.boolean(),
  /** Absolute path of the folder that `files` works in; null: the connector isn't ready. */
  workspace: z.string().nullable(),
  /** Private or loopback hosts (`host` or `host:port`) that `web` may read all the same, typed by the person. */
  privateHosts: z.array(z.string().max(260)),
  exfiltrationGuard: z.boolean(),
  /** Pieces per second of the practice model; 0 is as fast as it goes. */
  practiceRate: z.int().min(0).max(1000),
  /** The model profile that new turns take. */
  model: z.string(),
  caps: Caps,
  /** What is kept of a turn once it has ended. A turn keeps the level that it started with. */
  capture: CaptureLevel,
  leftRailOpen: z.boolean(),
  rightPanelOpen: z.boolean(),
})
export type Settings = z.infer<typeof Settings>

export const DEFAULT_SETTINGS: Settings = {
  theme: 'system', fontSize: 'medium', reducedMotion: false, workspace: null, privateHosts: [], exfiltrationGuard: true,
  practiceRate: 60, model: 'practice', caps: DEFAULT_CAPS, capture: 'io', leftRailOpen: true, rightPanelOpen: true,
}
