import { useEffect, useState } from 'react'
import { MOST_CASES, type CaseSetRow } from '../../../shared/case-run.ts'
import type { TurnId } from '../../../shared/ids.ts'
import { NO_FILTER, type RunRow } from '../../../shared/run-log.ts'
import { useCore } from '../../core.tsx'
import { strings } from '../../strings/en.ts'
import { takeAnswer } from '../../take-answer.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useSettled } from '../../use-settled.ts'
import { FieldsDialog, useSending } from './fields-dialog.tsx'
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
  const sending = useSending()
  const { setProblem } = sending
  const asked = useSettled(query)
  useEffect(() => takeAnswer(core.call('runs.list', { filter: { ...NO_FILTER, query: asked }, offset: 0, limit: LISTED }), ({ rows }) => setListed(rows.filter(({ chat, endedAt }) => chat !== null && endedAt !== null)), setProblem), [core, asked, setProblem])
  useEffect(() => {
    if (set === null) return
    return takeAnswer(core.call('case-run.plan', { setId: set.id, change: {} }), ({ cases }) => choose(new Set(cases.map(({ turnId }) => turnId))), setProblem)
  }, [core, set, setProblem])
  const toggle = (turnId: TurnId) => (isChosen: boolean) => choose((now) => new Set(isChosen ? [...now, turnId] : [...now].filter((one) => one !== turnId)))
  const isReady = name.trim() !== '' && chosen.size > 0 && chosen.size <= MOST_CASES
  return (
    <FieldsDialog
      title={set === null ? words.titleNew : words.title}
      about={words.about}
      labels={{ close: strings.cases.close, cancel: words.cancel, confirm: words.save }}
      sending={sending}
      canConfirm={isReady}
      onConfirm={() => sending.send(core.call('case-set.save', { setId: set?.id ?? null, name, turnIds: [...chosen] }), onClose)}
      onClose={onClose}
      aside={<span className={styles.chosen} role="status">{words.chosen(chosen.size)}</span>}
    >
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
    </FieldsDialog>
  )
}
