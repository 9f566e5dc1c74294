import { useRef, useState, type KeyboardEvent } from 'react'
import { strings } from '../../strings/en.ts'
import { classes } from '../../ui/classes.ts'
import { barHeight, nextBar, scaleFor } from './chart-scale.ts'
import { longDay, shortDay } from './day-words.ts'
import type { Spent } from './use-history.ts'
import styles from './day-chart.module.css'

const words = strings.budget.history
/** Of the place of a day. */
const BAR_SHARE = 0.72
const WEEK = 7
/** Ten tokens; a cent. */
const LEAST_SCALE: Readonly<Record<Unit, number>> = { tokens: 10, money: 10_000 }

export type Unit = 'tokens' | 'money'

interface DayChartProps {
  days: Spent['days']
  unit: Unit
  /** What of today's is only set aside. */
  reserved: number
}

/**
 * One bar a day. Sizes are shares of the drawing, so that nothing is distorted at any width; words stand outside it.
 * One line above tells the day that is pointed at, or focused, else today: nothing floats and nothing moves.
 */
export function DayChart({ days, unit, reserved }: DayChartProps) {
  const last = days.length - 1
  const [pointed, setPointed] = useState<number | null>(null)
  const [focused, setFocused] = useState<number | null>(null)
  const [reachable, setReachable] = useState(last)
  const bars = useRef(new Map<number, SVGGElement>())
  const most = days.reduce((max, of) => Math.max(max, of[unit]), 0)
  const top = scaleFor(most, LEAST_SCALE[unit])
  const place = 100 / days.length
  const shown = Math.min(last, pointed ?? focused ?? last)
  const day = days[shown]
  const nameOf = (at: number): string => {
    const named = longDay(days[at]?.day ?? '')
    return at === last ? words.todayIs(named) : named
  }
  const keyDown = (event: KeyboardEvent) => {
    const next = nextBar(Math.min(reachable, last), days.length, event.key)
    if (next === null || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    bars.current.get(next)?.focus()
  }
  return (
    <figure className={styles.chart}>
      <figcaption className={styles.told}>
        <span>{nameOf(shown)}</span>
        <span className={styles.figures}>
          {words.amount(unit, day?.[unit] ?? 0)} · {words.steps(day?.steps ?? 0)}
          {unit === 'money' && day !== undefined && day.uncounted > 0 ? ` · ${words.uncounted(day.uncounted)}` : null}
          {shown === last && reserved > 0 ? ` · ${words.reserved(unit, reserved)}` : null}
        </span>
      </figcaption>
      <div className={styles.plot}>
        <div className={styles.scale} aria-hidden="true">
          {[top, top / 2, 0].map((mark) => <span key={mark}>{words.inUnit(unit, mark)}</span>)}
        </div>
        <svg className={styles.drawing} role="group" aria-label={words.chart(unit, most)} onKeyDown={keyDown} onPointerLeave={() => setPointed(null)}>
          {[0, 50, 100].map((at) => <line key={at} className={styles.line} x1="0" x2="100%" y1={`${at}%`} y2={`${at}%`} />)}
          {days.map((of, at) => {
            const { day: date, steps } = of
            const height = barHeight(of[unit], top)
            return (
              <g
                key={date}
                ref={(bar) => {
                  if (bar === null) bars.current.delete(at)
                  else bars.current.set(at, bar)
                }}
                role="img"
                aria-label={words.bar(nameOf(at), words.amount(unit, of[unit]), words.steps(steps))}
                tabIndex={at === Math.min(reachable, last) ? 0 : -1}
                className={classes(styles.day, at === last && styles.today)}
                onPointerEnter={() => setPointed(at)}
                onFocus={() => {
                  setFocused(at)
                  setReachable(at)
                }}
                onBlur={() => setFocused(null)}
              >
                <rect className={styles.place} x={`${at * place}%`} width={`${place}%`} y="0" height="100%" rx="3" />
                <rect className={styles.bar} x={`${(at + (1 - BAR_SHARE) / 2) * place}%`} width={`${place * BAR_SHARE}%`} y={`${100 - height}%`} height={`${height}%`} />
              </g>
            )
          })}
        </svg>
        <div className={styles.dates} aria-hidden="true">
          {days.map(({ day: date }, at) => (last - at) % WEEK === 0 ? (
            <span key={date} className={classes(styles.date, at === last && styles.last)} style={{ '--at': `${(at + 0.5) * place}%` }}>
              {at === last ? words.today : shortDay(date)}
            </span>
          ) : null)}
        </div>
      </div>
    </figure>
  )
}
