import { z } from 'zod'

export const ErrorCode = z.enum([
  'input.invalid', 'input.not-found', 'input.unknown-command',
  'turn.busy', 'turn.ended', 'write_tool_blocked', 'branch_unresumable',
  'gate.not-parked', 'gate.stale-answer', 'gate.not-offered',
  'model.refused', 'model.rate-limited', 'model.unavailable', 'model.unknown-stop', 'model.stream-broken',
  'model.unauthorized', 'model.not-found', 'model.bad-request', 'model.too-long',
  'tool.failed', 'tool.rejected', 'tool.nested-question', 'tool.concurrent-call-id', 'tool.replay-changed', 'tool.fatal', 'tool.poison', 'tool.timed-out', 'tool.result-not-json', 'tool.definition-invalid', 'tool.outcome-unknown',
  'connector.invalid', 'connector.command-missing', 'connector.variable-unset', 'connector.start-failed', 'connector.unauthorized', 'connector.not-ready',
  'store.busy', 'store.corrupt', 'store.newer', 'store.read-only', 'store.full', 'store.not-owned', 'store.unavailable',
  'operator.invalid', 'coworker.refused', 'goal.refused',
  'workspace.missing', 'workspace.outside',
  'web.not-allowed', 'web.private-address', 'web.redirected', 'web.too-large', 'web.timed-out', 'web.failed',
  'secret.none', 'secret.locked', 'secret.undecryptable', 'secret.unavailable', 'secret.wrong-passphrase',
  'shell.no-port', 'shell.not-built',
  'rpc.unauthorized', 'rpc.disconnected', 'rpc.malformed', 'rpc.busy',
  'internal.bug',
])
export type ErrorCode = z.infer<typeof ErrorCode>

/** What crosses the wire: the code for code, the three sentences for the person. */
export const WireError = z.object({
  code: ErrorCode,
  /** What happened. */
  message: z.string(),
  /** What was kept. */
  kept: z.string().optional(),
  /** What to do. */
  advice: z.string().optional(),
})
export type WireError = z.infer<typeof WireError>

/** The one error class. Anything else that is thrown is a bug and crosses the wire as `internal.bug`. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly kept: string | undefined
  readonly advice: string | undefined
  constructor(code: ErrorCode, message: string, options: { kept?: string; advice?: string; cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.kept = options.kept
    this.advice = options.advice
  }
}

/** Never carries a stack, a cause or a path out of the core: an unexpected error becomes one plain sentence. */
export function toWireError(error: unknown): WireError {
  if (!(error instanceof AppError)) {
    return {
      code: 'internal.bug',
      message: 'Something went wrong inside Gatehouse.',
      kept: 'Everything stored before this is still there.',
      advice: 'Try again. If it happens again, restart Gatehouse and report it.',
    }
  }
  return {
    code: error.code,
    message: error.message,
    ...(error.kept === undefined ? {} : { kept: error.kept }),
    ...(error.advice === undefined ? {} : { advice: error.advice }),
  }
}

/** The error on the other side of the wire, as far as it was told. */
export const fromWireError = ({ code, message, kept, advice }: WireError): AppError =>
  new AppError(code, message, { ...(kept === undefined ? {} : { kept }), ...(advice === undefined ? {} : { advice }) })
