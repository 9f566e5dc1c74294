import type { ServerConfig } from './server-config.ts'
import type { ServerTimes } from './server-run.ts'

/** One server's own limits over the usual ones, all in milliseconds. */
export interface ServerLimits { readonly startMs: number; readonly quietMs: number; readonly totalMs: number }

const SECOND = 1000

/** A longer wait for an answer lengthens the whole with it, unless that has a limit of its own. */
export function limitsOf({ startSeconds, callSeconds, totalSeconds }: Pick<ServerConfig, 'startSeconds' | 'callSeconds' | 'totalSeconds'>, usual: Pick<ServerTimes, 'startMs' | 'quietMs' | 'totalMs'>): ServerLimits {
  const quietMs = callSeconds === null ? usual.quietMs : callSeconds * SECOND
  const totalMs = totalSeconds === null ? Math.max(usual.totalMs, callSeconds === null ? 0 : quietMs) : totalSeconds * SECOND
  return { startMs: startSeconds === null ? usual.startMs : startSeconds * SECOND, quietMs: Math.min(quietMs, totalMs), totalMs }
}
