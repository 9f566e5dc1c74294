import assert from 'node:assert/strict'
import { test } from 'node:test'
import { join } from 'node:path'
import { readSuggestedProfiles } from '../../electron/core/model/profiles.ts'
import { EMPTY_FIELDS, fieldsOf, readFields, secretNameOf, type FormFields } from '../../renderer/parts/model-form/form-fields.ts'

const typed: FormFields = { ...EMPTY_FIELDS, name: 'Mine', baseUrl: 'https://api.example.com/v1', model: 'm' }
const problemsOf = (change: Partial<FormFields>): readonly string[] => {
  const read = readFields({ ...typed, ...change })
  return read.ok ? [] : [...read.problems]
}

test('what a suggestion fills in is read back as it was, but for whose word its certificate is, which the core says', () => {
  for (const { profile: { certification, ...profile } } of readSuggestedProfiles(join(import.meta.dirname, '..', '..', 'resources', 'models'))) {
    assert.equal(certification?.by, 'shipped')
    assert.deepEqual(readFields(fieldsOf({ ...profile, certification, model: profile.model ?? 'm' })), { ok: true, profile: { ...profile, model: profile.model ?? 'm' } })
  }
})

test('an empty figure is unknown, 0 is free of charge, and neither stands for the other', () => {
  const read = readFields({ ...typed, prices: { input: '', output: '0', cacheRead: ' 0.25 ', cacheWrite: '' } })
  assert.ok(read.ok)
  assert.deepEqual([read.profile.prices, read.profile.contextWindow, read.profile.baseUrl], [{ input: null, output: 0, cacheRead: 0.25, cacheWrite: null }, null, 'https://api.example.com'])
})

test('each field that is wrong is named, and only those', () => {
  assert.deepEqual(problemsOf({ name: '  ', model: '' }), ['name', 'model'])
  assert.deepEqual(problemsOf({ baseUrl: 'https://me:secret@example.com' }), ['baseUrl'])
  assert.deepEqual(problemsOf({ keyKind: 'environment', variable: 'sk-a-key-itself' }), ['variable'])
  assert.deepEqual(problemsOf({ contextWindow: '200k', prices: { ...typed.prices, cacheRead: '-1' } }), ['contextWindow', 'cacheRead'])
})

test('a key is stored under the service’s name, or one made of the model’s', () => {
  assert.equal(secretNameOf({ secretName: 'anthropic', name: 'Claude' }), 'anthropic')
  assert.equal(secretNameOf({ secretName: '', name: ' My (Own) Server! ' }), 'my-own-server')
  assert.equal(secretNameOf({ secretName: '', name: '模型' }), 'model-key')
})
