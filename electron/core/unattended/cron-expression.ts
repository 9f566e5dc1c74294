import { Cron } from 'croner'
import { AppError } from '../../../shared/errors.ts'
import type { CronTimes } from './schedule.ts'

const NICKNAME = /^@(?:yearly|annually|monthly|weekly|daily|midnight|hourly)$/iu
const HOURS = 24

/**
 * Reads five fields (minute, hour, day, month, weekday) or a nickname such as `@daily`. The library is asked in UTC alone,
 * where no wall ever jumps: time zones are ours.
 * @throws AppError `input.invalid` for what isn't such an expression
 */
export function readCron(text: string): CronTimes {
  const expression = text.trim().replace(/\s+/gu, ' ')
  const parts = expression.split(' ')
  if (parts.length !== 5 && !NICKNAME.test(expression)) throw unreadable(text, 'it has five parts: minute, hour, day, month and weekday')
  const cron = parse(expression, text)
  return {
    nextMatch: (wall) => cron.nextRun(new Date(wall))?.getTime() ?? null,
    everyHour: parts[1] === undefined ? /^@hourly$/iu.test(expression) : hasEveryHour(parse(`0 ${parts[1]} * * *`, text)),
  }
}

function parse(expression: string, shown: string): Cron {
  try {
    return new Cron(expression, { timezone: 'UTC', mode: '5-part', paused: true })
  } catch (cause) {
    throw unreadable(shown, cause instanceof Error ? cause.message.replace(/^CronPattern: /u, '').replace(/^[A-Z](?=[a-z])/u, (letter) => letter.toLowerCase()) : 'it can’t be read', cause)
  }
}

const hasEveryHour = (cron: Cron): boolean => new Set(cron.nextRuns(HOURS, '2026-01-01T00:00:00').map((run) => run.getUTCHours())).size === HOURS

const unreadable = (text: string, why: string, cause?: unknown): AppError => new AppError('input.invalid', `“${text.trim().slice(0, 80)}” is not a cron expression: ${why.slice(0, 160).replace(/\.$/u, '')}.`, {
  kept: 'Nothing was changed.', advice: 'Write minute, hour, day, month and weekday, such as 30 7 * * MON-FRI.', cause,
})
