import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { runInNewContext } from 'node:vm'
import { attributesOf } from '../../renderer/look.ts'

const script = await readFile(new URL('../../renderer/public/first-paint.js', import.meta.url), 'utf8')

/** What the script makes of a stored value, in a page that starts undressed. */
function firstPaint(getItem: () => string | null): object {
  const dataset = {}
  runInNewContext(script, { localStorage: { getItem }, document: { documentElement: { dataset } } })
  return dataset
}

test('the first paint wears what the last window wore', () => {
  const { theme, fontSize, motion } = attributesOf({ theme: 'dark', fontSize: 'medium', reducedMotion: true })
  assert.deepEqual(firstPaint(() => `${theme} ${fontSize} ${motion}`), { theme: 'dark', fontSize: 'normal', motion: 'reduced' })
})

test('a value of another version, none at all and closed storage leave the page as it was', () => {
  assert.deepEqual(firstPaint(() => 'purple huge'), {})
  assert.deepEqual(firstPaint(() => null), {})
  assert.deepEqual(firstPaint(() => { throw new Error('storage is closed') }), {})
})
