import { AppError } from '../../../shared/errors.ts'
import type { Clock } from '../host.ts'
import { KeychainReply, type KeychainRequest } from './keychain-message.ts'
import type { KeychainProcess, StartKeychainProcess } from './keychain-process.ts'
import { brokenPartSentences, readTrouble, sentencesOf, slowSentences, troubleError, type KeychainTrouble, type TroubleSentences } from './keychain-failure.ts'

export type KeychainState =
  | { readonly state: 'ready' }
  | { readonly state: KeychainTrouble } & TroubleSentences

/** The system's keychain. Calls queue; each throws AppError `secret.<trouble>` when it can't be done. */
export interface Keychain {
  /** Null: there is no such entry; a locked keychain, too, answers so for one that it never had. */
  readonly getPassword: (service: string, account: string) => Promise<string | null>
  readonly setPassword: (service: string, account: string, password: string) => Promise<void>
  /** False: there was no such entry. */
  readonly deletePassword: (service: string, account: string) => Promise<boolean>
  readonly findCredentials: (service: string) => Promise<readonly { readonly account: string; readonly password: string }[]>
  /**
   * Finds out whether a secret of `service` could be stored now. Looks first; only when looking settles nothing does it
   * store an entry and take it away again, for which a locked keychain may ask the person for its password. Never throws.
   */
  readonly check: (service: string) => Promise<KeychainState>
  /** Ends the keychain's process; a call in flight fails. */
  readonly close: () => void
}

export interface KeychainOptions {
  readonly start: StartKeychainProcess
  readonly clock: Clock
  /** Milliseconds a call may take: long enough for a person to type a password into the keychain's own prompt. */
  readonly timeLimitMs?: number
}

const TIME_LIMIT_MS = 30_000
const IDLE_MS = 30_000
const CHECK_ACCOUNT = 'check'

type Unsent = KeychainRequest extends infer R ? R extends KeychainRequest ? Omit<R, 'id'> : never : never
type Settled = Exclude<KeychainReply, { outcome: 'failed' }>
interface Waiting { readonly id: number; readonly settle: (reply: KeychainReply) => void; readonly fail: (error: AppError) => void }

export function createKeychain({ start, clock, timeLimitMs = TIME_LIMIT_MS }: KeychainOptions): Keychain {
  let running: KeychainProcess | null = null
  let waiting: Waiting | null = null
  let queue: Promise<unknown> = Promise.resolve()
  let lastId = 0
  let callOffIdle = (): void => undefined
  let isClosed = false

  const stop = (): void => {
    callOffIdle()
    const stopped = running
    running = null
    stopped?.kill()
  }

  const startProcess = (): KeychainProcess => {
    const started: KeychainProcess = start({
      onReply: (message) => {
        const reply = KeychainReply.safeParse(message)
        if (reply.success && waiting !== null && waiting.id === reply.data.id) waiting.settle(reply.data)
      },
      onEnd: (text) => {
        if (running !== started) return
        running = null
        waiting?.fail(troubleError('unavailable', brokenPartSentences, text))
      },
    })
    return started
  }

  const perform = (request: Unsent): Promise<KeychainReply> => new Promise((resolve, reject) => {
    callOffIdle()
    if (isClosed) throw troubleError('unavailable', sentencesOf('unavailable'), 'asked after the end')
    const id = ++lastId
    const finish = (then: () => void): void => {
      callOffLimit()
      waiting = null
      if (running !== null) callOffIdle = clock.at(clock.now() + IDLE_MS, stop)
      then()
    }
    const callOffLimit = clock.at(clock.now() + timeLimitMs, () => {
      stop()
      finish(() => { reject(troubleError('locked', slowSentences(Math.round(timeLimitMs / 1000)), null)) })
    })
    waiting = { id, settle: (reply) => { finish(() => { resolve(reply) }) }, fail: (error) => { finish(() => { reject(error) }) } }
    running ??= startProcess()
    running.send({ ...request, id })
  })

  const ask = async (request: Unsent): Promise<Settled> => {
    const asked = queue.then(() => perform(request))
    queue = asked.catch(() => undefined)
    const reply = await asked
    if (reply.outcome !== 'failed') return reply
    const secret = request.operation === 'set' ? request.value : null
    if (reply.at === 'load') throw troubleError('unavailable', brokenPartSentences, reply.text, secret)
    const trouble = readTrouble(reply.text)
    throw troubleError(trouble, sentencesOf(trouble), reply.text, secret)
  }
  const misfit = (): AppError => troubleError('unavailable', sentencesOf('unavailable'), 'the reply is of another kind')

  const getPassword = async (service: string, account: string): Promise<string | null> => {
    const reply = await ask({ operation: 'get', service, account })
    if (reply.outcome !== 'value') throw misfit()
    return reply.value
  }
  const setPassword = async (service: string, account: string, password: string): Promise<void> => {
    await ask({ operation: 'set', service, account, value: password })
  }
  const deletePassword = async (service: string, account: string): Promise<boolean> => {
    const reply = await ask({ operation: 'delete', service, account })
    if (reply.outcome !== 'done') throw misfit()
    return reply.changed
  }
  const findCredentials: Keychain['findCredentials'] = async (service) => {
    const reply = await ask({ operation: 'find', service })
    if (reply.outcome !== 'found') throw misfit()
    return reply.entries
  }

  const tryStoring = async (service: string): Promise<void> => {
    if ((await findCredentials(service)).length > 0) return
    const checkService = `${service}-check`
    const mark = String(clock.now())
    await setPassword(checkService, CHECK_ACCOUNT, mark)
    const found = await getPassword(checkService, CHECK_ACCOUNT)
    await deletePassword(checkService, CHECK_ACCOUNT)
    if (found !== mark) throw troubleError('unavailable', sentencesOf('unavailable'), 'what was stored is not what was read')
  }
  const check = (service: string): Promise<KeychainState> => tryStoring(service).then(() => ({ state: 'ready' }), stateAfter)

  return {
    getPassword, setPassword, deletePassword, findCredentials, check,
    close: () => {
      isClosed = true
      stop()
      waiting?.fail(troubleError('unavailable', sentencesOf('unavailable'), 'ended while it ran'))
    },
  }
}

const TROUBLES: readonly KeychainTrouble[] = ['none', 'locked', 'undecryptable', 'unavailable']

/** What a failed call says about the keychain as a whole. */
function stateAfter(error: unknown): KeychainState {
  const state = error instanceof AppError ? TROUBLES.find((trouble) => error.code === `secret.${trouble}`) : undefined
  if (state === undefined || !(error instanceof AppError)) return { state: 'unavailable', ...sentencesOf('unavailable') }
  const usual = sentencesOf(state)
  return { state, message: error.message, kept: error.kept ?? usual.kept, advice: error.advice ?? usual.advice }
}
