import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCron } from '../../electron/core/unattended/cron-expression.ts'
import { checkSchedule, timesOf } from '../../electron/core/unattended/job-times.ts'
import { MOST_COUNTED, nextTimes, timesUpTo } from '../../electron/core/unattended/schedule.ts'

const at = (text: string): number => Date.parse(text)
const shown = (times: readonly number[]): readonly string[] => times.map((time) => new Date(time).toISOString().replace(':00.000Z', 'Z'))
const cron = (expression: string, zone: string) => timesOf({ kind: 'cron', expression, zone }, 0)
const next = (expression: string, zone: string, after: string, count: number): readonly string[] => shown(nextTimes(cron(expression, zone), at(after), count))
const MINUTE = 60_000

void test('a daily job whose time is skipped in spring comes once, right after the gap', () => {
  assert.deepEqual(next('30 2 * * *', 'Europe/Berlin', '2026-03-27T12:00:00Z', 3), ['2026-03-28T01:30Z', '2026-03-29T01:00Z', '2026-03-30T00:30Z'])
  assert.deepEqual(next('30 2 * * *', 'America/New_York', '2026-03-06T12:00:00Z', 3), ['2026-03-07T07:30Z', '2026-03-08T07:00Z', '2026-03-09T06:30Z'])
})

void test('a daily job whose time is there twice in autumn comes once, the first time', () => {
  assert.deepEqual(next('30 2 * * *', 'Europe/Berlin', '2026-10-24T12:00:00Z', 2), ['2026-10-25T00:30Z', '2026-10-26T01:30Z'])
  assert.deepEqual(next('30 1 * * *', 'America/New_York', '2026-10-31T12:00:00Z', 2), ['2026-11-01T05:30Z', '2026-11-02T06:30Z'])
})

void test('whoever starts to wait between the two finds the day’s time past', () => {
  assert.deepEqual(next('30 2 * * *', 'Europe/Berlin', '2026-10-25T01:10:00Z', 1), ['2026-10-26T01:30Z'])
  assert.deepEqual(next('30 1 * * *', 'America/New_York', '2026-11-01T06:10:00Z', 1), ['2026-11-02T06:30Z'])
})

void test('several times that one gap skips come once together, and the time at its end with them', () => {
  assert.deepEqual(next('*/20 2-3 * * *', 'Europe/Berlin', '2026-03-29T00:00:00Z', 3), ['2026-03-29T01:00Z', '2026-03-29T01:20Z', '2026-03-29T01:40Z'])
})

void test('every 15 minutes stays every 15 minutes through both nights, in both zones', () => {
  for (const [zone, change] of [['Europe/Berlin', '2026-03-29T01:00:00Z'], ['Europe/Berlin', '2026-10-25T01:00:00Z'], ['America/New_York', '2026-03-08T07:00:00Z'], ['America/New_York', '2026-11-01T06:00:00Z']] as const) {
    const start = at(change) - 120 * MINUTE
    const times = nextTimes(cron('*/15 * * * *', zone), start, 20)
    assert.deepEqual(times, Array.from({ length: 20 }, (_, index) => start + (index + 1) * 15 * MINUTE), zone)
  }
})

void test('a minute of every hour isn’t made up for in the gap', () => {
  assert.deepEqual(next('10 * * * *', 'Europe/Berlin', '2026-03-28T23:59:00Z', 3), ['2026-03-29T00:10Z', '2026-03-29T01:10Z', '2026-03-29T02:10Z'])
})

void test('over a whole year a daily job comes once on each day of the wall, wherever it is', () => {
  for (const zone of ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Africa/Casablanca', 'Asia/Kolkata', 'UTC']) {
    for (const expression of ['0 2 * * *', '30 2 * * *', '30 1 * * *', '0 0 * * *']) {
      const times = nextTimes(cron(expression, zone), at('2026-01-01T12:00:00Z'), 365)
      const days = times.map((time) => new Date(time).toLocaleDateString('sv', { timeZone: zone }))
      assert.equal(new Set(days).size, 365, `${zone} ${expression}`)
      assert.ok(times.every((time, index) => index === 0 || time - (times[index - 1] ?? 0) < 26 * 60 * MINUTE), `${zone} ${expression}`)
    }
  }
})

void test('midnight that a zone skips comes when its day begins', () => {
  assert.deepEqual(next('0 0 * * *', 'Africa/Cairo', '2026-04-22T23:00:00Z', 2), ['2026-04-23T22:00Z', '2026-04-24T21:00Z'])
})

void test('the twenty-ninth of February is waited for', () => {
  assert.deepEqual(next('0 0 29 2 *', 'Europe/Berlin', '2026-03-01T00:00:00Z', 2), ['2028-02-28T23:00Z', '2032-02-28T23:00Z'])
})

void test('every N is elapsed time from where it began, whatever the wall does', () => {
  const every = timesOf({ kind: 'every', minutes: 90 }, at('2026-03-28T23:30:00Z'))
  assert.deepEqual(shown(nextTimes(every, at('2026-03-29T00:00:00Z'), 3)), ['2026-03-29T01:00Z', '2026-03-29T02:30Z', '2026-03-29T04:00Z'])
})

void test('what never comes, and a zone that doesn’t exist, are refused with a sentence', () => {
  const check = (expression: string, zone = 'Europe/Berlin') => () => checkSchedule({ kind: 'cron', expression, zone }, at('2026-01-01T00:00:00Z'))
  assert.throws(check('0 0 30 2 *'), { code: 'input.invalid', message: '“0 0 30 2 *” never comes: there is no such day.' })
  assert.throws(check('0 0 * * *', 'Mars/Base'), { code: 'input.invalid', message: 'There is no time zone “Mars/Base”.' })
  assert.throws(check('0 0 * * *', '+02:00'), { message: 'There is no time zone “+02:00”.' })
  assert.throws(check('61 * * * *'), { message: '“61 * * * *” is not a cron expression: invalid value for minute: 61.' })
  assert.throws(check('* * * * * *'), { message: /it has five parts: minute, hour, day, month and weekday/u })
  assert.throws(check('2026-03-29T02:30:00'), { message: /it has five parts/u })
  assert.throws(check('@reboot'), { message: /five parts/u })
  assert.throws(check('every day'), { message: /five parts/u })
})

void test('names, ranges, steps and nicknames are read, and a nickname knows whether it names every hour', () => {
  assert.deepEqual(next('30 7 * * MON-FRI', 'UTC', '2026-01-02T08:00:00Z', 2), ['2026-01-05T07:30Z', '2026-01-06T07:30Z'])
  assert.deepEqual(next('@daily', 'UTC', '2026-01-02T08:00:00Z', 1), ['2026-01-03T00:00Z'])
  assert.deepEqual(['@hourly', '@daily', '0 * * * *', '5 */1 * * 1', '0 0-23 * * *', '0 */2 * * *'].map((text) => readCron(text).everyHour), [true, false, true, true, true, false])
})

void test('what came while nobody looked is counted, and of very many only the last is told', () => {
  const minutely = cron('* * * * *', 'Europe/Berlin')
  assert.deepEqual(timesUpTo(minutely, at('2026-03-01T00:00:00Z'), at('2026-03-01T00:03:30Z')), { count: 4, latest: at('2026-03-01T00:03:00Z') })
  assert.deepEqual(timesUpTo(minutely, at('2026-01-01T00:00:00Z'), at('2026-06-01T12:00:30Z')), { count: MOST_COUNTED, latest: at('2026-06-01T12:00:00Z') })
  const yearly = cron('0 0 1 1 *', 'UTC')
  assert.deepEqual(timesUpTo(yearly, at('2026-01-01T00:00:00Z'), at('2026-01-01T00:00:00Z')), { count: 1, latest: at('2026-01-01T00:00:00Z') })
})
