import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { localDay, localMonth } from '../../electron/core/budget/local-time.ts'

const HOUR_MS = 3_600_000
const before = process.env['TZ']
after(() => { if (before === undefined) delete process.env['TZ']; else process.env['TZ'] = before })

/** In each zone, a day on which its clocks are changed and how many hours it has; one zone skips midnight itself. */
const CHANGES = [
  ['Europe/Berlin', '2026-03-29T10:00:00Z', 23], ['Europe/Berlin', '2026-10-25T10:00:00Z', 25], ['America/New_York', '2026-03-08T16:00:00Z', 23], ['Africa/Cairo', '2026-04-24T10:00:00Z', 23],
  ['Australia/Lord_Howe', '2026-10-04T00:00:00Z', 23.5], ['Asia/Kolkata', '2026-03-29T10:00:00Z', 24],
] as const

for (const [zone, moment, hours] of CHANGES) {
  test(`the day of ${moment.slice(0, 10)} in ${zone} has ${hours} hours, and every moment is in exactly one day and one month`, () => {
    process.env['TZ'] = zone
    const at = Date.parse(moment)
    const day = localDay(at)
    assert.equal((day.to - day.from) / HOUR_MS, hours)
    for (let offset = -40; offset < 40; offset += 1) assert.equal(localDay(at, offset).to, localDay(at, offset + 1).from, 'no moment between two days')
    for (let moved = at - 3 * 24 * HOUR_MS; moved < at + 3 * 24 * HOUR_MS; moved += HOUR_MS / 2) {
      const { from, to } = localDay(moved)
      assert.ok(from <= moved && moved < to)
      const month = localMonth(moved)
      assert.ok(month.from <= from && to <= month.to)
    }
  })
}

test('a month ends where the next begins, at the end of a year and in February too', () => {
  process.env['TZ'] = 'Europe/Berlin'
  for (let month = 0; month < 24; month += 1) {
    const span = localMonth(Date.parse('2027-01-31T12:00:00Z') + month * 30 * 24 * HOUR_MS)
    assert.equal(localMonth(span.to).from, span.to)
    assert.equal(localMonth(span.to - 1).from, span.from)
  }
})
