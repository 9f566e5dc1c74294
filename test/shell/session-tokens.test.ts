import assert from 'node:assert/strict'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { createSessionTokens } from '../../electron/session-tokens.ts'
import type { StoredSession } from '../../electron/shell-memory.ts'
import { ask, cookieOf, exchange } from './ask.ts'
import { startShell } from './start-shell.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

function makeTokens(stored: readonly StoredSession[] = []) {
  const clock = { now: 1_000_000 }
  const kept: (readonly StoredSession[])[] = []
  const tokens = createSessionTokens({ now: () => clock.now, stored, store: (sessions) => kept.push(sessions) })
  return { tokens, clock, kept }
}

const openSession = ({ tokens }: Pick<ReturnType<typeof makeTokens>, 'tokens'>): string => {
  const opened = tokens.exchange(tokens.issueToken())
  assert.equal(opened.status, 'opened')
  return opened.session
}

test('a token opens one session and is used up', () => {
  const { tokens } = makeTokens()
  const token = tokens.issueToken()
  assert.match(token, /^[A-Za-z0-9_-]{43}$/)
  const opened = tokens.exchange(token)
  assert.equal(opened.status, 'opened')
  assert.notEqual(tokens.find(opened.session), null)
  assert.deepEqual(tokens.exchange(token), { status: 'refused' })
})

test('a token is good for ten minutes', () => {
  const { tokens, clock } = makeTokens()
  const [early, late] = [tokens.issueToken(), tokens.issueToken()]
  clock.now += 10 * MINUTE - 1
  assert.equal(tokens.exchange(early).status, 'opened')
  clock.now += 1
  assert.equal(tokens.exchange(late).status, 'refused')
})

test('several windows can be opened: each token stands for itself', () => {
  const { tokens } = makeTokens()
  const issued = [tokens.issueToken(), tokens.issueToken(), tokens.issueToken()]
  const sessions = issued.toReversed().map((token) => tokens.exchange(token))
  assert.deepEqual(sessions.map(({ status }) => status), ['opened', 'opened', 'opened'])
  assert.equal(new Set(sessions.map((opened) => opened.status === 'opened' ? tokens.find(opened.session) : null)).size, 3)
})

test('after ten wrong tokens in a minute even a right one waits, and is good afterwards', () => {
  const { tokens, clock } = makeTokens()
  const token = tokens.issueToken()
  for (let count = 0; count < 10; count += 1) assert.deepEqual(tokens.exchange('wrong'), { status: 'refused' })
  clock.now += 20_000
  assert.deepEqual(tokens.exchange(token), { status: 'limited', waitSeconds: 40 })
  clock.now += 40_000
  assert.equal(tokens.exchange(token).status, 'opened')
})

test('a session ends after thirty days, and nothing else is one', () => {
  const made = makeTokens()
  const session = openSession(made)
  assert.equal(made.tokens.find(`${session}x`), null)
  assert.equal(made.tokens.find(''), null)
  made.clock.now += 30 * DAY - 1
  assert.notEqual(made.tokens.find(session), null)
  made.clock.now += 1
  assert.equal(made.tokens.find(session), null)
})

test('what is kept opens nothing, and is all that is needed to know a session again', () => {
  const made = makeTokens()
  const session = openSession(made)
  const kept = made.kept.at(-1) ?? []
  assert.equal(kept.length, 1)
  assert.doesNotMatch(JSON.stringify(kept), new RegExp(session))
  const next = makeTokens(kept)
  assert.equal(next.tokens.find(session), made.tokens.find(session))
  assert.equal(next.tokens.find(kept[0]?.digest ?? ''), null)
})

test('only the newest 64 sessions are kept, and none that is over', () => {
  const made = makeTokens()
  const first = openSession(made)
  made.clock.now += 30 * DAY
  openSession(made)
  assert.equal(made.kept.at(-1)?.length, 1)
  assert.equal(made.tokens.find(first), null)
  const sessions = Array.from({ length: 65 }, () => openSession(made))
  assert.equal(made.kept.at(-1)?.length, 64)
  assert.deepEqual([sessions.at(0), sessions.at(-1)].map((session) => made.tokens.find(session ?? '') === null), [true, false])
})

test('two exchanges of one token race: one wins', async (context) => {
  const { port, token } = await startShell(context)
  const answers = await Promise.all([exchange(port, token), exchange(port, token), exchange(port, token)])
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [204, 401, 401])
})

test('the session is a cookie that no script and no other site can use', async (context) => {
  const { port, token } = await startShell(context)
  const { headers } = await exchange(port, token)
  const [cookie = ''] = headers['set-cookie'] ?? []
  assert.match(cookie, new RegExp(`^gatehouse-${port}=[A-Za-z0-9_-]{43}; Path=/; HttpOnly; SameSite=Strict; Max-Age=2592000$`))
})

test('guessing is stopped by the server too', async (context) => {
  const { port, token } = await startShell(context)
  for (let count = 0; count < 10; count += 1) assert.equal((await exchange(port, 'A'.repeat(43))).status, 401)
  const limited = await exchange(port, token)
  assert.equal(limited.status, 429)
  assert.match(limited.headers['retry-after'] ?? '', /^\d+$/)
})

test('the file of sessions can be read by this person alone and holds no token', async (context) => {
  const shell = await startShell(context)
  const cookie = cookieOf(await exchange(shell.port, shell.token))
  for (const name of ['browser-shell.json', 'shell.json']) {
    const path = join(shell.dataDirectory, name)
    assert.equal(statSync(path).mode & 0o777, 0o600)
    assert.ok(!readFileSync(path, 'utf8').includes(cookie.split('=')[1] ?? ''))
    assert.ok(!readFileSync(path, 'utf8').includes(shell.token))
  }
  assert.equal((await ask({ port: shell.port, path: '/session', headers: { Cookie: cookie } })).status, 204)
})
