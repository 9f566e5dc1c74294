import type { CallHandlers, CallOperation, CoreHandlers, WatchHandlers, WatchOperation } from '../shared/contract.ts'
import { toWireError, type AppError, type ErrorCode } from '../shared/errors.ts'
import { callOperations, watchOperations } from '../shared/operations.ts'
import type { Core } from './core/core.ts'
import type { Host } from './core/host.ts'

const SHOWN_IN_WINDOW: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'store.newer', 'store.corrupt', 'store.read-only', 'store.full', 'store.not-owned', 'store.unavailable',
])

/** Whether the window can be opened all the same, to say what is wrong. */
export const isShownInWindow = (error: AppError): boolean => SHOWN_IN_WINDOW.has(error.code)

/** Stands in for a core that can't start: it says why, and refuses everything with the same words. */
export function problemCore(error: AppError, host: Host): Core {
  const { version, shell, dataDirectory } = host
  const info: CallHandlers['app.info'] = async () => ({ version, shell, dataDirectory, problem: toWireError(error) })
  return { handlers: refuseAll(error, { 'app.info': info }), close: async () => undefined }
}

function refuseAll(error: AppError, answered: Partial<CallHandlers>): CoreHandlers {
  const calls: { -readonly [K in CallOperation]?: CallHandlers[K] } = {}
  const watches: { -readonly [K in WatchOperation]?: WatchHandlers[K] } = {}
  for (const operation of callOperations) calls[operation] = async () => { throw error }
  for (const operation of watchOperations) watches[operation] = () => { throw error }
  Object.assign(calls, answered)
  if (!isComplete(calls, callOperations) || !isComplete(watches, watchOperations)) throw new Error('an operation has no handler')
  return { calls, watches }
}

function isComplete<T extends object>(handlers: T, operations: readonly string[]): handlers is Required<T> {
  return operations.every((operation) => Object.hasOwn(handlers, operation))
}
