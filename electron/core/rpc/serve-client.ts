import type { z } from 'zod'
import { withDiskTrouble } from '../store/disk-trouble.ts'
import type { CallOperation, Caller, CoreHandlers, WatchOperation } from '../../../shared/contract.ts'
import { AppError, toWireError } from '../../../shared/errors.ts'
import { callSchemas, isCallOperation, isWatchOperation, watchSchemas } from '../../../shared/operations.ts'
import { ClientFrame, requestOf, type Transport } from '../../../shared/rpc.ts'

/** Calls without a reply and watches without an end, of one client. */
const MOST_OPEN_REQUESTS = 200

/** A call is open until its reply, a watch until its end. */
type OpenRequest =
  | { readonly kind: 'call' }
  | { readonly kind: 'watch'; readonly operation: WatchOperation; stop: (() => void) | null }

/**
 * Answers one client until its transport closes. Nothing a client sends, and no handler that throws, ends more than
 * the request it belongs to; a frame that names no request ends the connection, because nobody could be told.
 * @param onBug told of every error that isn't an AppError: the client only learns that there was one
 * @returns closes the transport and ends every watch
 */
export function serveClient(transport: Transport, handlers: CoreHandlers, caller: Caller, onBug: (error: unknown, operation: string) => void = printBug): () => void {
  const open = new Map<number, OpenRequest>()
  const gone = new AbortController()
  const asking: Caller = { ...caller, signal: gone.signal }

  const fail = (id: number, thrown: unknown, operation: string): void => {
    const error = withDiskTrouble(thrown)
    if (!(error instanceof AppError)) onBug(error, operation)
    transport.send({ type: 'failure', id, error: toWireError(error) })
  }
  const stopWatch = (request: OpenRequest): void => {
    if (request.kind !== 'watch' || request.stop === null) return
    try { request.stop() } catch (error) { onBug(error, request.operation) }
  }

  const runCall = async <K extends CallOperation>(id: number, operation: K, input: unknown): Promise<void> => {
    const request: OpenRequest = { kind: 'call' }
    open.set(id, request)
    try {
      const output = await handlers.calls[operation](parseInput(operation, callSchemas[operation].input, input), asking)
      if (open.get(id) === request) transport.send({ type: 'reply', id, output })
    } catch (error) {
      if (open.get(id) === request) fail(id, error, operation)
    }
    if (open.get(id) === request) open.delete(id)
  }

  const runWatch = <K extends WatchOperation>(id: number, operation: K, input: unknown): void => {
    const request: OpenRequest = { kind: 'watch', operation, stop: null }
    open.set(id, request)
    const end = (error: unknown): void => {
      open.delete(id)
      fail(id, error, operation)
      stopWatch(request)
    }
    try {
      request.stop = handlers.watches[operation](parseInput(operation, watchSchemas[operation].input, input), (item) => {
        if (open.get(id) !== request) return
        // Whoever emits serves other windows too: what goes wrong with this one stays here.
        try { transport.send({ type: 'item', id, item }) } catch (error) { end(error) }
      })
    } catch (error) {
      if (open.get(id) === request) end(error)
      return
    }
    // It ended while the first items were sent, when there was nothing to stop yet.
    if (open.get(id) !== request) stopWatch(request)
  }

  const receive = (received: unknown): void => {
    const parsed = ClientFrame.safeParse(received)
    if (!parsed.success) {
      const id = requestOf(received)
      return id === null ? transport.close() : fail(id, unreadable('it is not a request of this version'), 'frame')
    }
    const frame = parsed.data
    if (frame.type === 'end') {
      const request = open.get(frame.id)
      if (request?.kind !== 'watch') return
      open.delete(frame.id)
      return stopWatch(request)
    }
    const { id, operation, input } = frame
    if (open.has(id)) return fail(id, unreadable(`request ${id} is open already`), operation)
    if (open.size >= MOST_OPEN_REQUESTS) return fail(id, tooMany(), operation)
    if (frame.type === 'call') {
      if (!isCallOperation(operation)) return fail(id, unreadable(`it knows no call “${operation}”`), operation)
      void runCall(id, operation, input)
      return
    }
    if (!isWatchOperation(operation)) return fail(id, unreadable(`it knows no watch “${operation}”`), operation)
    runWatch(id, operation, input)
  }

  const endAll = (): void => {
    const requests = [...open.values()]
    open.clear()
    gone.abort()
    for (const request of requests) stopWatch(request)
  }
  const stopListening = transport.onFrame(receive)
  transport.onClose(endAll)
  return () => {
    stopListening()
    endAll()
    transport.close()
  }
}

/** @throws AppError `input.invalid`, naming the first place that is wrong */
function parseInput<T>(operation: string, schema: z.ZodType<T>, input: unknown): T {
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const path = issue === undefined ? '' : pathOf(issue.path)
  throw new AppError('input.invalid', `Gatehouse refused what it was sent for ${operation}: ${path === '' ? 'the input' : path} is not right (${issue?.message ?? 'it does not fit'}).`, {
    kept: 'Nothing was changed.',
    advice: 'Correct it and try again. If you typed nothing yourself, reload this window.',
  })
}

/** Such as `message[2].text`. */
const pathOf = (path: readonly PropertyKey[]): string =>
  path.reduce<string>((text, part) => (typeof part === 'number' ? `${text}[${part}]` : text === '' ? String(part) : `${text}.${String(part)}`), '')

const unreadable = (why: string): AppError => new AppError('rpc.malformed', `Gatehouse could not read a request: ${why}.`, {
  kept: 'Nothing was changed.',
  advice: 'Reload this window: it may be from another version.',
})

const tooMany = (): AppError => new AppError('rpc.busy', `This window already waits for ${MOST_OPEN_REQUESTS} answers.`, {
  kept: 'This request was not started.',
  advice: 'Try again when some of them have come.',
})

const printBug = (error: unknown, operation: string): void => {
  process.stderr.write(`${operation}: ${error instanceof Error ? error.stack ?? error.message : String(error)}\n`)
}
