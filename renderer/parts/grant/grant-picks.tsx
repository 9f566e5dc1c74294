import { useEffect, useState } from 'react'
import type { Grant } from '../../../shared/coworker.ts'
import { useCore, useRows } from '../../core.tsx'
import { strings } from '../../strings/en.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { DrawnText } from '../../ui/drawn-text.tsx'
import { takeAnswer } from '../../take-answer.ts'
import { AllowanceFields } from './allowance-fields.tsx'
import { NamePicks } from './name-picks.tsx'
import styles from './grant.module.css'

const words = strings.coworkers

const NOTHING: Grant = { connectors: [], skills: [], allowance: null }

/** What a grant holds: whose reads, which skills, and for how much. What is gone stays listed until it is taken out. */
export function GrantPicks({ label, grant, onGrant }: { label: string; grant: Grant | null; onGrant: (grant: Grant | null) => void }) {
  const connectors = (useRows('connectors.watch', {}) ?? []).filter(({ builtIn }) => !builtIn)
  const now = grant ?? NOTHING
  const gone = now.connectors.filter((id) => !connectors.some(({ connectorId }) => connectorId === id))
  const change = (next: Grant) => onGrant(next.connectors.length === 0 && next.skills.length === 0 && next.allowance === null ? null : next)
  const bills = connectors.some(({ connectorId, price }) => price !== null && now.connectors.includes(connectorId))
  const pick = (id: Grant['connectors'][number], on: boolean) => {
    change({ ...now, connectors: on ? [...now.connectors, id] : now.connectors.filter((one) => one !== id) })
  }
  const skills = useApprovedSkills()
  return (
    <>
    {connectors.length === 0 && gone.length === 0 ? <p className={styles.note}>{words.noConnectors}</p> : <ul className={styles.picks} aria-label={label}>
      {connectors.map(({ connectorId, label: name }) => (
        <li key={connectorId} className={styles.pick}><Checkbox label={<DrawnText text={name} />} checked={now.connectors.includes(connectorId)} onCheckedChange={(on) => pick(connectorId, on)} /></li>
      ))}
      {gone.map((id) => <li key={id} className={styles.pick}><Checkbox label={id} hint={words.goneConnector} checked onCheckedChange={() => pick(id, false)} /></li>)}
    </ul>}
    <NamePicks label={words.sections.skills} options={skills.map((name) => ({ id: name, label: words.skill(name) }))} picked={now.skills} onPick={(picked) => change({ ...now, skills: picked })} gone={words.goneSkill} />
    {bills || now.allowance !== null ? <AllowanceFields allowance={now.allowance} onAllowance={(allowance) => change({ ...now, allowance })} /> : null}
    </>
  )
}

function useApprovedSkills(): readonly string[] {
  const core = useCore()
  const [names, setNames] = useState<readonly string[]>([])
  useEffect(() => takeAnswer(core.call('skill.list', {}), ({ skills }) => setNames(skills.flatMap(({ name, state }) => (state === 'approved' ? [name] : []))), () => undefined), [core])
  return names
}
