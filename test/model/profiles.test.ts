import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openModel, PRACTICE_PROFILE, readKey, readSuggestedProfiles } from '../../electron/core/model/profiles.ts'
import { AnthropicProfile, BaseUrl, ModelProfile, SuggestedProfile } from '../../shared/model-profile.ts'
import { KEY, openEndpoint, profileAt } from './anthropic-ask.ts'
import { collect, createStillClock, instantModel, request, ask } from './practice-ask.ts'

const SHIPPED = join(import.meta.dirname, '..', '..', 'resources', 'models')
const sources = { readSecret: (name: string) => Promise.resolve(name === 'test' ? KEY : null), readEnvironment: (variable: string) => Promise.resolve(variable === 'MY_KEY' ? 'from-environment' : null) }

test('every shipped profile says when and where its facts were read, and holds no key', () => {
  const shipped = readSuggestedProfiles(SHIPPED)
  assert.ok(shipped.length >= 5)
  for (const { profile, readOn, source } of shipped) {
    assert.match(readOn, /^20\d\d-\d\d-\d\d$/)
    assert.match(source, /^https:\/\//)
    assert.equal(profile.certified, 'read-only', `${profile.name}: nobody has run the battery against it`)
  }
  assert.equal(new Set(shipped.map(({ profile }) => profile.name)).size, shipped.length)
})

test('a fact that nobody read is null and said to be unverified', () => {
  for (const { profile, unverified } of readSuggestedProfiles(SHIPPED)) {
    for (const fact of ['model', 'contextWindow', 'maxOutputTokens'] as const) assert.equal(profile[fact] === null, unverified.includes(fact), `${profile.name}: ${fact}`)
    assert.equal(Object.values(profile.prices).includes(null), unverified.includes('prices'), `${profile.name}: prices`)
  }
})

test('a shipped profile becomes one of the person’s own once a model is named', () => {
  for (const { profile } of readSuggestedProfiles(SHIPPED)) assert.ok(ModelProfile.safeParse({ ...profile, model: profile.model ?? 'mine' }).success)
})

test('a file that is no profile is named', (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'profiles-'))
  context.after(() => { rmSync(folder, { recursive: true }) })
  writeFileSync(join(folder, 'odd.json'), '{"profile":{}}')
  assert.throws(() => readSuggestedProfiles(folder), { code: 'internal.bug', message: /odd\.json/ })
})

test('addresses are kept in one form, and pasted endings are cut off', () => {
  const cut = { 'https://api.example.com': 'https://api.example.com', ' https://api.example.com/ ': 'https://api.example.com', 'https://x.example/api/v1': 'https://x.example/api', 'http://localhost:11434/v1/messages': 'http://localhost:11434', 'https://x.example/v1/': 'https://x.example', 'https://x.example/v1beta': 'https://x.example/v1beta' }
  for (const [typed, kept] of Object.entries(cut)) {
    assert.equal(BaseUrl.parse(typed), kept)
    assert.equal(BaseUrl.parse(kept), kept)
  }
})

test('addresses that are none, or hold secrets, are refused', () => {
  for (const typed of ['', 'api.example.com', 'ftp://example.com', 'file:///etc/passwd', 'javascript:alert(1)', 'https://me:secret@example.com', 'https://key@example.com', 'https://example.com?key=1', 'https://example.com/#x', 'https://']) {
    assert.equal(BaseUrl.safeParse(typed).success, false, typed)
  }
})

test('a price is a number or null, and never left out; a key is never part of a profile', () => {
  const profile = profileAt('https://example.com')
  assert.ok(AnthropicProfile.safeParse(profile).success)
  assert.ok(AnthropicProfile.safeParse({ ...profile, prices: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 } }).success)
  const { input, ...rest } = profile.prices
  assert.equal(input, null)
  assert.equal(AnthropicProfile.safeParse({ ...profile, prices: rest }).success, false)
  assert.equal(AnthropicProfile.safeParse({ ...profile, prices: { ...profile.prices, input: -1 } }).success, false)
  assert.equal(AnthropicProfile.safeParse({ ...profile, key: { kind: 'secret', name: 'x', value: 'sk' } }).success, false)
  assert.equal(AnthropicProfile.safeParse({ ...profile, apiKey: 'sk' }).success, false)
  assert.equal(SuggestedProfile.safeParse({ profile, readOn: 'yesterday', source: 'https://example.com', unverified: [], note: '' }).success, false)
})

test('a key is looked up where the reference says, and nowhere else', async () => {
  assert.equal(await readKey({ kind: 'none' }, sources), null)
  assert.equal(await readKey({ kind: 'secret', name: 'test' }, sources), KEY)
  assert.equal(await readKey({ kind: 'secret', name: 'MY_KEY' }, sources), null)
  assert.equal(await readKey({ kind: 'environment', variable: 'MY_KEY' }, sources), 'from-environment')
  assert.equal(await readKey({ kind: 'environment', variable: 'test' }, sources), null)
})

test('a profile opens its own adapter', async (context) => {
  const endpoint = await openEndpoint(context)
  const parts = { ...sources, practice: instantModel, clock: createStillClock(), random: () => 0.5 }
  assert.equal(openModel(ModelProfile.parse(PRACTICE_PROFILE), parts), instantModel)
  const events = await collect(openModel(profileAt(endpoint.url), parts).stream(request([ask('hello')]), new AbortController().signal))
  assert.equal(events.at(-1)?.type, 'ended')
  assert.equal(endpoint.requests[0]?.headers.authorization, `Bearer ${KEY}`)
})
