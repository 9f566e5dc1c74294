import { AppError } from '../../../shared/errors.ts'
import type { OffsetAt } from './schedule.ts'

const formats = new Map<string, Intl.DateTimeFormat>()
const OFFSET = /^GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/u
/** An IANA name; what else the system takes (offsets such as +02:00) knows no daylight saving time. */
const NAME = /^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+)*$/u

/**
 * How far a zone's wall is ahead of UTC, by the time zone data that this process has.
 * @throws AppError `input.invalid` for a zone that doesn't exist
 */
export function offsetsOf(zone: string): OffsetAt {
  const format = formatOf(zone)
  return (instant) => {
    const text = format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? ''
    const match = OFFSET.exec(text)
    if (match === null) throw new Error(`an offset that can't be read: ${text}`)
    const [, sign, hours = '0', minutes = '0', seconds = '0'] = match
    return (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000
  }
}

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known !== undefined) return known
  const format = NAME.test(zone) ? tryFormat(zone) : null
  if (format === null) throw new AppError('input.invalid', `There is no time zone “${zone.slice(0, 80)}”.`, { kept: 'Nothing was changed.', advice: 'Write one such as Europe/Berlin, America/New_York or UTC.' })
  formats.set(zone, format)
  return format
}

function tryFormat(zone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** Where this machine is. */
export const localZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone
