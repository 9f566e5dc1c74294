import assert from 'node:assert/strict'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { chooseDataDirectory } from '../../electron/data-directory.ts'
import { dataDirectory } from '../../scripts/data-directory.mjs'

const CASES: readonly (readonly [NodeJS.Platform, NodeJS.ProcessEnv, string])[] = [
  ['linux', {}, '/home/a/.local/share/gatehouse'],
  ['linux', { XDG_DATA_HOME: '/data' }, '/data/gatehouse'],
  ['linux', { XDG_DATA_HOME: '' }, '/home/a/.local/share/gatehouse'],
  ['darwin', { XDG_DATA_HOME: '/data' }, '/home/a/Library/Application Support/Gatehouse'],
  ['win32', { APPDATA: '/roaming' }, '/roaming/Gatehouse'],
  ['win32', {}, '/home/a/AppData/Roaming/Gatehouse'],
  ['linux', { GATEHOUSE_DATA: '/here', XDG_DATA_HOME: '/data' }, '/here'],
  ['linux', { GATEHOUSE_DATA: '' }, '/home/a/.local/share/gatehouse'],
]

for (const [platform, environment, expected] of CASES) {
  test(`on ${platform} with ${JSON.stringify(environment)} data lives in ${expected}, and npm start says the same`, () => {
    assert.equal(chooseDataDirectory(environment, platform, '/home/a'), expected)
    assert.equal(dataDirectory(environment, platform, '/home/a'), expected)
  })
}

test('a relative GATEHOUSE_DATA is meant from where it was started', () => {
  assert.equal(chooseDataDirectory({ GATEHOUSE_DATA: 'mine' }, 'linux', '/home/a'), resolve('mine'))
})
