import { useEffect, useState } from 'react'
import { MOST_CASES, type CaseSetRow } from '../../../shared/case-run.ts'
import type { WireError } from '../../../shared/errors.ts'
import type { TurnId } from '../../../shared/ids.ts'
import { NO_FILTER, type RunRow } from '../../../shared/run-log.ts'
import { useCore } from '../../core.tsx'
import { ProblemBanner } from '../../parts/problem-banner.tsx'
import { strings } from '../../strings/en.ts'
import { takeAnswer } from '../../take-answer.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useSettled } from '../../use-settled.ts'
import styles from './cases.module.css'

const words = strings.cases.choose
const LISTED = 50

/** Which runs a set holds. Those chosen before stay chosen, whatever is searched for. */
export function CaseSetDialog({ set, onClose }: { set: CaseSetRow | null; onClose: () => void }) {
  const core = useCore()
  const [name, setName] = useState(set?.name ?? '')
  const [chosen, choose] = useState<ReadonlySet<TurnId>>(new Set())
  const [query, setQuery] = useState('')
  const [listed, setListed] = useState<readonly RunRow[] | null>(null)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<WireError | null>(null)
  const asked = useSettled(query)
  useEffect(() => takeAnswer(core.call('runs.list', { filter: { ...NO_FILTER, query: asked }, offset: 0, limit: LISTED }), ({ rows }) => setListed(rows.filter(({ chat, endedAt }) => chat !== null && endedAt !== null)), setProblem), [core, asked])
  useEffect(() => {
    if (set === null) return
    return takeAnswer(core.call('case-run.plan', { setId: set.id, change: {} }), ({ cases }) => choose(new Set(cases.map(({ turnId }) => turnId))), setProblem)
  }, [core, set])
  const toggle = (turnId: TurnId) => (isChosen: boolean) => choose((now) => new Set(isChosen ? [...now, turnId] : [...now].filter((one) => one !== turnId)))
  const save = () => {
    setBusy(true)
    takeAnswer(core.call('case-set.save', { setId: set?.id ?? null, name, turnIds: [...chosen] }), onClose, (error) => {
      setBusy(false)
      setProblem(error)
    })
  }
  const isReady = name.trim() !== '' && chosen.size > 0 && chosen.size <= MOST_CASES
  return (
    <Dialog
      open
      onOpenChange={(open) => { if (!open) onClose() }}
      title={set === null ? words.titleNew : words.title}
      description={words.about}
      closeLabel={strings.cases.close}
      size="large"
      footer={<><span className={styles.chosen} role="status">{words.chosen(chosen.size)}</span><Button onClick={onClose}>{words.cancel}</Button><Button variant="primary" busy={busy} disabled={!isReady} onClick={save}>{words.save}</Button></>}
    >
      <div className={styles.fields}>
        {problem === null ? null : <ProblemBanner problem={problem} />}
        <TextField label={words.name} value={name} onValueChange={setName} maxLength={80} />
        <SearchField label={words.search} value={query} onValueChange={setQuery} maxLength={200} />
        {listed === null ? <Skeleton label={strings.cases.loading} lines={5} /> : (
          <div className={styles.choices} role="group" aria-label={words.list} tabIndex={0}>
            {listed.length === 0 ? <p className={styles.quiet}>{words.none}</p> : listed.map((run) => (
              <Checkbox key={run.id} label={run.preview === '' ? words.untitled : run.preview} hint={`${words.where(run.chat?.title ?? '')} · ${strings.chat.panel.status[run.status]}`} checked={chosen.has(run.id)} onCheckedChange={toggle(run.id)} />
            ))}
            {listed.length >= LISTED ? <p className={styles.quiet}>{words.more}</p> : null}
          </div>
        )}
      </div>
    </Dialog>
  )
}
