const LONG = new Intl.DateTimeFormat('en', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })
const SHORT = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** A day of the calendar, `YYYY-MM-DD`, whatever the zone of this window: it isn't a moment. */
const atNoon = (day: string): Date => new Date(`${day}T12:00:00Z`)

export const longDay = (day: string): string => LONG.format(atNoon(day))
export const shortDay = (day: string): string => SHORT.format(atNoon(day))
