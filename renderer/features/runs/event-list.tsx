import { useEffect, useEffectEvent, useRef, type KeyboardEvent } from 'react'
import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight } from 'lucide-react'
import { focusRowOnceDrawn, targetIndex } from '../../row-focus.ts'
import { strings } from '../../strings/en.ts'
import { classes } from '../../ui/classes.ts'
import { DrawnText } from '../../ui/drawn-text.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { VirtualList, type VirtualListHandle } from '../../ui/virtual-list.tsx'
import { eventDetail } from './event-words.ts'
import type { Moment } from './moments.ts'
import view from './run-view.module.css'
import styles from './runs.module.css'

const words = strings.runs.show
const clock = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', second: '2-digit', fractionalSecondDigits: 3, hourCycle: 'h23' })

interface EventListProps { moments: readonly Moment[]; at: number; onChoose: (index: number) => void }

/** The events of a run in their order. One is shown beside them; keys go from one to the next. */
export function EventList({ moments, at, onChoose }: EventListProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useRef<VirtualListHandle>(null)
  const count = moments.length
  const go = (to: number) => {
    onChoose(to)
    rows.current?.scrollToIndex(to, { align: 'nearest' })
    focusRowOnceDrawn(scroller.current, to)
  }
  const begin = useEffectEvent(() => {
    rows.current?.scrollToIndex(at, { align: 'center' })
    focusRowOnceDrawn(scroller.current, at)
  })
  useEffect(() => begin(), [])
  const keyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const to = targetIndex(at, count, ROW_KEYS.get(event.key) ?? event.key)
    if (to === null) return
    event.preventDefault()
    if (to !== at) go(to)
  }
  const step = (label: string, icon: React.ReactNode, to: number) => <IconButton size="small" icon={icon} label={label} disabled={to < 0 || to >= count || to === at} onClick={() => onChoose(to)} />
  return (
    <div className={view.events}>
      <div className={view.stepper}>
        {step(words.first, <ChevronFirst aria-hidden="true" />, 0)}
        {step(words.previous, <ChevronLeft aria-hidden="true" />, at - 1)}
        <span className={view.place} role="status">{words.place(at + 1, count)}</span>
        {step(words.next, <ChevronRight aria-hidden="true" />, at + 1)}
        {step(words.last, <ChevronLast aria-hidden="true" />, count - 1)}
      </div>
      <div ref={scroller} className={view.eventScroller} title={words.keys}>
        <div role="list" aria-label={words.events} onKeyDown={keyDown}>
          <VirtualList ref={rows} scrollRef={scroller} data={moments} keepMounted={[at]}>
            {({ recorded, state }, index) => (
              <div key={recorded.seq} role="listitem" aria-setsize={count} aria-posinset={index + 1}>
                <button type="button" className={classes(styles.row, view.event)} data-row={index} tabIndex={index === at ? 0 : -1} aria-current={index === at ? 'step' : undefined} onClick={() => onChoose(index)}>
                  <span className={view.eventHead}><span>{words.kinds[recorded.event.kind]}</span><span className={view.when}>{clock.format(recorded.at)}</span></span>
                  <span className={view.detail}><DrawnText text={eventDetail(recorded.event, state)} /></span>
                </button>
              </div>
            )}
          </VirtualList>
        </div>
      </div>
    </div>
  )
}

/** An event after another is to its right, too. */
const ROW_KEYS: ReadonlyMap<string, string> = new Map([['ArrowRight', 'ArrowDown'], ['ArrowLeft', 'ArrowUp']])
