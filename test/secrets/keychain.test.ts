import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { truncateSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { createKeychain } from '../../electron/core/secrets/keychain.ts'
import { captured, readTrouble, sentencesOf, troubleError, unverified } from '../../electron/core/secrets/keychain-failure.ts'
import { environmentForKeychain, type StartKeychainProcess } from '../../electron/core/secrets/keychain-process.ts'
import { systemClock } from '../../electron/system-clock.ts'
import { inSession, makeHome, replaceService } from './keyring-session.ts'

const VALUE = 'value-of-the-first-key'
const LOGIN = 'login password'

const codes = (outcomes: readonly unknown[]): unknown[] =>
  outcomes.map((outcome) => (typeof outcome === 'object' && outcome !== null && 'code' in outcome ? outcome.code : outcome))

describe('no keychain', () => {
  test('without a bus nothing is stored anywhere, not even where it would be gone after a restart', async () => {
    const home = makeHome()
    const { outcomes } = await inSession(home, { bus: 'none' }, [['check'], ['set', 'key', VALUE, 'keychain'], ['names'], ['is', 'key', VALUE]])
    assert.deepEqual(outcomes[0], { state: 'none', ...sentencesOf('none') })
    assert.deepEqual(codes(outcomes.slice(1)), ['secret.none', [], false])
  })

  test('a bus without a secret service is no keychain', async () => {
    const { outcomes } = await inSession(makeHome(), { bus: 'bare' }, [['check'], ['set', 'key', VALUE, 'keychain']])
    assert.deepEqual([outcomes[0], codes(outcomes)[1]], [{ state: 'none', ...sentencesOf('none') }, 'secret.none'])
  })

  test('a secret service without any place to store in is no keychain', async () => {
    const { outcomes } = await inSession(makeHome(), { bus: 'desktop' }, [['check'], ['set', 'key', VALUE, 'keychain']])
    assert.deepEqual([outcomes[0], codes(outcomes)[1]], [{ state: 'none', ...sentencesOf('none') }, 'secret.none'])
  })
})

describe('an unlocked keychain', () => {
  test('is ready, stores, gives back after the next login, and removes', async () => {
    const home = makeHome()
    const first = await inSession(home, { bus: 'desktop', keyringPassword: LOGIN }, [['check'], ['find'], ['set', 'key', VALUE, 'keychain'], ['is', 'key', VALUE], ['check']])
    assert.deepEqual(first.outcomes, [{ state: 'ready' }, [], { leftIn: null }, true, { state: 'ready' }])
    const next = await inSession(home, { bus: 'desktop', keyringPassword: LOGIN }, [['is', 'key', VALUE], ['names'], ['find'], ['remove', 'key'], ['names'], ['find'], ['remove', 'key']])
    assert.deepEqual(next.outcomes, [true, ['key keychain'], ['key'], true, [], [], false])
  })

  test('keeps letters of every language and what looks like syntax exactly', async () => {
    const odd = '日本語 “ß” $(x) \'"\\ 🔑 %41 key'
    const { outcomes } = await inSession(makeHome(), { bus: 'desktop', keyringPassword: LOGIN }, [['set', 'key', odd, 'keychain'], ['is', 'key', odd]])
    assert.deepEqual(outcomes, [{ leftIn: null }, true])
  })
})

describe('a locked keychain', () => {
  test('at login: every call says locked, and what it holds is there after unlocking', async () => {
    const home = makeHome()
    await inSession(home, { bus: 'desktop', keyringPassword: LOGIN }, [['set', 'key', VALUE, 'keychain']])
    const locked = await inSession(home, { bus: 'desktop' }, [['check'], ['is', 'key', VALUE], ['set', 'other', VALUE, 'keychain'], ['remove', 'key'], ['names']])
    assert.deepEqual(locked.outcomes[0], { state: 'locked', ...sentencesOf('locked') })
    assert.deepEqual(codes(locked.outcomes.slice(1)), ['secret.locked', 'secret.locked', 'secret.locked', ['key keychain']])
    const unlocked = await inSession(home, { bus: 'desktop', keyringPassword: LOGIN }, [['is', 'key', VALUE]])
    assert.deepEqual(unlocked.outcomes, [true])
  })

  test('by a wrong login password, and in the middle of a session', async () => {
    const home = makeHome()
    const { outcomes } = await inSession(home, { bus: 'desktop', keyringPassword: LOGIN }, [['set', 'key', VALUE, 'keychain'], ['lock-keyring'], ['is', 'key', VALUE], ['check']])
    assert.deepEqual(codes(outcomes).slice(2), ['secret.locked', { state: 'locked', ...sentencesOf('locked') }])
    const wrong = await inSession(home, { bus: 'desktop', keyringPassword: 'another' }, [['is', 'key', VALUE]])
    assert.deepEqual(codes(wrong.outcomes), ['secret.locked'])
  })

  test('whose prompt never answers is given up in time, holds up neither the program nor its end, and changes nothing', async () => {
    const home = makeHome()
    await inSession(home, { bus: 'desktop', keyringPassword: LOGIN }, [['set', 'key', VALUE, 'keychain']])
    replaceService(home, 'org.gnome.keyring.SystemPrompter')
    const session = await inSession(home, { bus: 'desktop', timeLimitMs: 1000 }, [['is', 'key', VALUE], ['set', 'new', VALUE, 'keychain'], ['names']])
    assert.deepEqual(codes(session.outcomes), ['secret.locked', 'secret.locked', ['key keychain']])
    assert.match(JSON.stringify(session.outcomes[0]), /no answer within 1 seconds/)
    assert.ok(session.longestGapMs < 1500, `the event loop stood still for ${session.longestGapMs} ms`)
    assert.ok(session.endedAt - session.endsAt < 6000, `ending took ${session.endedAt - session.endsAt} ms`)
  })
})

describe('a keychain that fails otherwise', () => {
  test('a secret service that never comes up is unavailable and doesn’t stop the event loop', async () => {
    const home = makeHome()
    replaceService(home, 'org.freedesktop.secrets')
    const { outcomes, longestGapMs } = await inSession(home, { bus: 'desktop' }, [['set', 'key', VALUE, 'keychain'], ['names']])
    assert.deepEqual(codes(outcomes), ['secret.unavailable', []])
    assert.ok(longestGapMs < 1500, `the event loop stood still for ${longestGapMs} ms`)
  })

  test('an entry that isn’t text is undecryptable, and replaced by entering it again', async () => {
    const { outcomes } = await inSession(makeHome(), { bus: 'desktop', keyringPassword: LOGIN }, [
      ['set', 'key', VALUE, 'keychain'], ['put-bytes', 'key'], ['is', 'key', VALUE], ['set', 'key', VALUE, 'keychain'], ['is', 'key', VALUE],
    ])
    assert.deepEqual(codes(outcomes), [{ leftIn: null }, null, 'secret.undecryptable', { leftIn: null }, true])
  })

  test('a secret that was saved and is no longer there is said to be missing, not taken for one that never was', async () => {
    const home = makeHome()
    await inSession(home, { bus: 'desktop', keyringPassword: LOGIN }, [['set', 'key', VALUE, 'keychain']])
    truncateSync(join(home.folder, 'share', 'keyrings', 'login.keyring'), 30)
    const { outcomes } = await inSession(home, { bus: 'desktop', keyringPassword: LOGIN }, [['is', 'key', VALUE], ['is', 'never-set', VALUE]])
    assert.deepEqual(codes(outcomes), ['secret.undecryptable', false])
    assert.match(JSON.stringify(outcomes[0]), /doesn’t have it any more/)
  })

  test('a native part that doesn’t load, or takes its process down, is a state; the next call starts a new process', async () => {
    const child = new URL('../../electron/core/secrets/keychain-child.ts', import.meta.url)
    const startBroken: StartKeychainProcess = ({ onReply, onEnd }) => {
      const started = fork(child, [], { env: { NAPI_RS_NATIVE_LIBRARY_PATH: '/nowhere/keyring.node' }, execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
      started.on('message', onReply)
      started.on('exit', () => { onEnd('exit') })
      return { send: (request) => started.send(request), kill: () => started.kill('SIGKILL') }
    }
    const broken = createKeychain({ start: startBroken, clock: systemClock })
    const state = await broken.check('gatehouse')
    assert.equal(state.state, 'unavailable')
    assert.match(JSON.stringify(state), /doesn’t work on this system/)
    assert.doesNotMatch(JSON.stringify(state), /nowhere|npm/)
    broken.close()

    let starts = 0
    const startCrashing: StartKeychainProcess = (listener) => {
      starts += 1
      const running = startBroken(listener)
      return { send: () => { running.kill() }, kill: running.kill }
    }
    const crashing = createKeychain({ start: startCrashing, clock: systemClock })
    await assert.rejects(crashing.getPassword('gatehouse', 'key'), { code: 'secret.unavailable' })
    await assert.rejects(crashing.setPassword('gatehouse', 'key', VALUE), { code: 'secret.unavailable' })
    assert.equal(starts, 2)
    crashing.close()
    await assert.rejects(crashing.getPassword('gatehouse', 'key'), { code: 'secret.unavailable' })
  })

  test('an unknown error is never taken for a missing keychain, and its text stays out of what is shown', () => {
    assert.equal(readTrouble('zbus error: something new'), 'unavailable')
    for (const { words, trouble } of [...captured, ...unverified]) assert.deepEqual([words, readTrouble(`Platform failure: ${words.toUpperCase()}.`)], [words, trouble])
    const all = (['none', 'locked', 'undecryptable', 'unavailable'] as const).map((trouble) => sentencesOf(trouble).message)
    assert.equal(new Set(all).size, 4)
  })

  test('an error that quotes the secret loses it', () => {
    const error = troubleError('unavailable', sentencesOf('unavailable'), `can't store ${VALUE}: ${Buffer.from(VALUE).toString('base64')}`, VALUE)
    assert.ok(error.cause instanceof Error)
    assert.equal(error.cause.message, 'can\'t store [secret]: [secret]')
  })
})

describe('the process that talks to the keychain', () => {
  /** Answers nothing by itself; time passes when told to. */
  function makeSilent() {
    let time = 0
    const timers = new Map<number, { at: number; then: () => void }>()
    const sent: string[] = []
    let kills = 0
    const answers: ((reply: unknown) => void)[] = []
    const start: StartKeychainProcess = ({ onReply }) => ({
      send: (request) => {
        sent.push(request.operation)
        answers.push((fields) => { onReply(Object.assign({ id: request.id }, fields)) })
      },
      kill: () => { kills += 1 },
    })
    let lastTimer = 0
    const keychain = createKeychain({
      start, timeLimitMs: 1000,
      clock: { now: () => time, at: (at, then) => { const timer = ++lastTimer; timers.set(timer, { at, then }); return () => { timers.delete(timer) } } },
    })
    const pass = (ms: number): void => {
      time += ms
      for (const [timer, { at, then }] of [...timers]) if (at <= time && timers.delete(timer)) then()
    }
    return { keychain, sent, answers, pass, kills: () => kills, timers }
  }
  const soon = () => new Promise<void>((resolve) => { setImmediate(resolve) })

  test('is ended when a call takes too long, and the next call, which waited, is still made', async () => {
    const { keychain, sent, answers, pass, kills } = makeSilent()
    const slow = assert.rejects(keychain.setPassword('gatehouse', 'key', VALUE), { code: 'secret.locked' })
    const next = keychain.getPassword('gatehouse', 'key')
    await soon()
    assert.deepEqual(sent, ['set'])
    pass(999)
    assert.equal(kills(), 0)
    pass(1)
    await slow
    await soon()
    assert.deepEqual([sent, kills()], [['set', 'get'], 1])
    answers[0]?.({ outcome: 'done', changed: true })
    answers[1]?.({ outcome: 'value', value: 'from the new process' })
    assert.equal(await next, 'from the new process')
    keychain.close()
  })

  test('ends after a while without work and at the close, which fails what is under way and leaves no timer', async () => {
    const { keychain, answers, pass, kills, timers } = makeSilent()
    const first = keychain.getPassword('gatehouse', 'key')
    await soon()
    answers[0]?.({ outcome: 'value', value: null })
    assert.equal(await first, null)
    pass(30_000)
    assert.equal(kills(), 1)
    const second = assert.rejects(keychain.getPassword('gatehouse', 'key'), { code: 'secret.unavailable' })
    await soon()
    keychain.close()
    await second
    assert.deepEqual([kills(), timers.size], [2, 0])
  })

  test('gets what finding the keychain takes from the environment, and no keys', () => {
    const environment = { PATH: '/usr/bin', DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/bus', ANTHROPIC_API_KEY: 'x', AWS_SECRET_ACCESS_KEY: 'y', NODE_OPTIONS: '--inspect', NAPI_RS_NATIVE_LIBRARY_PATH: '/tmp/other.node' }
    assert.deepEqual(environmentForKeychain(environment), { PATH: '/usr/bin', DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/bus' })
  })
})
