import { useRef, useState } from 'react'
import type { Cap, CapGauge as Figures, Caps as Limits } from '../../../shared/cap.ts'
import { CapGauge } from '../../parts/cap-gauge.tsx'
import { strings } from '../../strings/en.ts'
import { Button } from '../../ui/button.tsx'
import { BudgetSection } from './budget-section.tsx'
import { CapEditor } from './cap-editor.tsx'
import type { Pause } from './use-pauses.ts'
import hidden from '../../ui/hidden.module.css'
import framed from '../../ui/framed-list.module.css'
import styles from './budget.module.css'

const words = strings.budget.caps

interface CapsProps {
  gauges: readonly Figures[]
  caps: Limits
  pauses: readonly Pause[]
}

export function Caps({ gauges, caps, pauses }: CapsProps) {
  const [edited, setEdited] = useState<Cap | null>(null)
  const [saved, setSaved] = useState('')
  const buttons = useRef(new Map<Cap, HTMLButtonElement>())
  const close = (cap: Cap) => {
    setEdited(null)
    buttons.current.get(cap)?.focus()
  }
  return (
    <BudgetSection name="caps">
      <p className={styles.note}>{words.intro}</p>
      <ul className={framed.list}>
        {gauges.map((figures) => {
          const { cap } = figures
          const name = strings.budget.gauge.names[cap]
          const held = pauses.filter(({ event }) => event?.cap === cap).length
          return (
            <li key={cap} className={styles.cap} data-cap={cap}>
              <div className={styles.capLine}>
                <div className={styles.capGauge}>
                  <CapGauge figures={figures} />
                  <p className={styles.capNote}>
                    {held === 0 ? null : <strong className={styles.held}>{words.holds(held)} </strong>}
                    {liftOf(figures)}
                    {figures.uncounted === undefined || figures.uncounted === 0 ? null : `${words.uncounted(figures.uncounted)} `}
                    {words.means[cap]}
                  </p>
                </div>
                <Button
                  ref={(button) => {
                    if (button === null) buttons.current.delete(cap)
                    else buttons.current.set(cap, button)
                  }}
                  size="small"
                  aria-label={words.changeLabel(name)}
                  aria-expanded={edited === cap}
                  onClick={() => setEdited(edited === cap ? null : cap)}
                >
                  {words.change}
                </Button>
              </div>
              {edited === cap ? (
                <CapEditor
                  cap={cap}
                  caps={caps}
                  onClose={() => close(cap)}
                  onSaved={(limit) => {
                    setSaved(words.editor.saved(name, limit === null ? null : strings.budget.gauge.amountOf(cap, limit)))
                    close(cap)
                  }}
                />
              ) : null}
            </li>
          )
        })}
      </ul>
      {/* Who looks sees it at the gauge; a notice would lie over it. */}
      <p className={hidden.text} role="status">{saved}</p>
    </BudgetSection>
  )
}

/** With its space behind it. */
function liftOf({ cap, used, liftsAt, limit }: Figures): string {
  if (limit === null) return ''
  switch (cap) {
    case 'tokens-per-day': return liftsAt === null ? '' : `${words.resets(liftsAt)} `
    case 'runs-per-hour': return liftsAt === null ? '' : `${words.movesOn(liftsAt)} `
    case 'money-per-day': return liftsAt === null ? '' : `${words.resets(liftsAt)} `
    case 'money-per-month': return liftsAt === null ? '' : `${words.resetsOn(liftsAt)} `
    case 'money-per-run': return ''
    case 'live-runs': return used === 0 ? '' : `${words.freesUp} `
  }
}
