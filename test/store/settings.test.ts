import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createToolChoices, NO_CHOICE } from '../../electron/core/tools/tool-choices.ts'
import { createSettingsStore } from '../../electron/core/store/settings.ts'
import { createToolCache } from '../../electron/core/store/tool-cache.ts'
import { ConnectorId } from '../../shared/ids.ts'
import { DEFAULT_SETTINGS } from '../../shared/settings.ts'
import { openPlace } from './store-place.ts'

const TOOL = { connectorId: ConnectorId.parse('probe'), tool: 'x' }

describe('settings', () => {
  test('outlive a restart, and what was never chosen has its default', () => {
    const place = openPlace()
    createSettingsStore(place.database).update({ theme: 'dark', exfiltrationGuard: false })
    place.close()
    const again = openPlace(place.directory)
    assert.deepEqual(createSettingsStore(again.database).get(), { ...DEFAULT_SETTINGS, theme: 'dark', exfiltrationGuard: false })
    again.close()
  })

  for (const [name, value] of [['theme', '"purple"'], ['practiceRate', '-4'], ['exfiltrationGuard', '"no"'], ['nobody', '1'], ['__proto__', '{"exfiltrationGuard":false}']] as const) {
    test(`one bad value (${name} ${value}) falls back alone`, () => {
      const place = openPlace()
      createSettingsStore(place.database).update({ fontSize: 'large' })
      place.database.prepare('INSERT INTO settings (name, value) VALUES (?, ?)').run(name, value)
      assert.deepEqual(createSettingsStore(place.database).get(), { ...DEFAULT_SETTINGS, fontSize: 'large' })
      place.close()
    })
  }

  test('what doesn’t fit is refused and nothing of it is kept', () => {
    const place = openPlace()
    const settings = createSettingsStore(place.database)
    assert.throws(() => settings.update({ fontSize: 'large', practiceRate: 1.5 }))
    assert.deepEqual([settings.get(), place.database.prepare('SELECT count(*) FROM settings').pluck().get()], [DEFAULT_SETTINGS, 0])
    place.close()
  })

  test('a choice for one tool changes nothing of what was chosen for it before', () => {
    const place = openPlace()
    const settings = createSettingsStore(place.database)
    const choices = createToolChoices(place.database)
    assert.deepEqual([settings.connectorOn('probe'), choices.get(TOOL)], [null, NO_CHOICE])
    choices.choose(TOOL, { requiresApproval: true })
    choices.choose(TOOL, { on: false, toolClass: 'write' })
    settings.switchConnector('probe', false)
    assert.deepEqual([settings.connectorOn('probe'), choices.get(TOOL)], [false, { ...NO_CHOICE, on: false, requiresApproval: true, toolClass: 'write' }])
    choices.choose(TOOL, { on: true, requiresApproval: false })
    assert.deepEqual(createToolChoices(place.database).get(TOOL), { ...NO_CHOICE, on: true, requiresApproval: false, toolClass: 'write' }, 'also for the next process')
    choices.forget(TOOL.connectorId)
    assert.deepEqual([choices.get(TOOL), createToolChoices(place.database).get(TOOL)], [NO_CHOICE, NO_CHOICE])
    place.close()
  })
})

describe('what tools keep for a while', () => {
  test('is each tool’s own, ends at its time, and doesn’t pile up', () => {
    const place = openPlace()
    const cache = createToolCache(place.database)
    cache.set(TOOL, 'a', { x: 1 }, { now: 0, expiresAt: 100 })
    assert.deepEqual([cache.get(TOOL, 'a', 99), cache.get(TOOL, 'a', 100), cache.get({ ...TOOL, tool: 'y' }, 'a', 0)], [{ x: 1 }, undefined, undefined])
    cache.set(TOOL, 'b', 2, { now: 200, expiresAt: 300 })
    assert.deepEqual(place.database.prepare('SELECT key FROM tool_cache').pluck().all(), ['b'])
    place.close()
  })
})
