import { useState } from 'react'
import type { ServerCandidate, ServerLimits } from '../../../shared/connector-record.ts'
import type { SecretPlace, VaultRow } from '../../../shared/secret.ts'
import { useRows } from '../../core.tsx'
import { KeyPlace, placeOf } from '../../parts/model-form/key-place.tsx'
import { NO_KEY, type TypedKey } from '../../parts/model-form/typed-key.ts'
import { usePlaces } from '../../parts/model-form/use-places.ts'
import { outsiderWords } from '../../parts/outsider-words.ts'
import { strings } from '../../strings/en.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { DrawnText } from '../../ui/drawn-text.tsx'
import { Facts } from '../../ui/facts.tsx'
import { foldCount } from '../../ui/fold-middle.ts'
import { OutsiderText } from '../../ui/outsider-text.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { fillCandidate, isComplete, looksLikeSecret, wholeValue, type TypedValues } from './fill-candidate.ts'
import { reachLine } from './setup-draft.ts'
import { ValueFields } from './value-fields.tsx'
import styles from './connectors.module.css'

interface ServerReviewProps {
  candidate: ServerCandidate
  origin: string
  /** Names of variables whose stored values stay. */
  kept: readonly string[]
  confirmLabel: string
  /** Said instead of the button once it is done. */
  done: string | null
  busy: boolean
  /** Left out: the label stays as it is. */
  editLabel: boolean
  /** Of the form; left out: those of the configuration. */
  limits?: ServerLimits
  /** With everything that was filled in. */
  onConfirm: (label: string, candidate: ServerCandidate, secrets: KeptSecrets) => void
}

/** Variables whose values go where secrets are kept, and where that is. */
export interface KeptSecrets {
  readonly names: ReadonlySet<string>
  readonly typed: TypedKey
  readonly where: SecretPlace | null
  readonly vault: VaultRow['state']
}

/** Everything that will be started or sent to, whole, before anything is. */
export function ServerReview({ candidate, origin, kept, confirmLabel, done, busy, editLabel, limits = candidate.limits, onConfirm }: ServerReviewProps) {
  const words = strings.connectorSetup.review
  const [values, setValues] = useState<TypedValues>(new Map())
  const filled = fillCandidate(candidate, values)
  const { reach } = filled
  const line = reachLine(reach)
  const [label, setLabel] = useState(candidate.label)
  /** Of the line that was opened; another line is another thing to read. */
  const [opened, setOpened] = useState({ line: '', left: 0 })
  const folded = opened.line === line ? opened.left : foldCount(line)
  const [choices, setChoices] = useState<ReadonlyMap<string, boolean>>(new Map())
  const names = new Set(candidate.values.filter((variable) => wholeValue(variable, values) !== null && (choices.get(variable.name) ?? looksLikeSecret(variable, candidate))).map(({ name }) => name))
  const [typed, setTyped] = useState(NO_KEY)
  const vault = useRows('vault.watch', {})?.[0]?.state ?? 'none'
  const asked = usePlaces(names.size > 0)
  const where = placeOf(asked.places, typed)
  const complete = isComplete(candidate, values)
  const blocked = (names.size > 0 && where === null) || candidate.problems.length > 0 || folded > 0 || !complete || (editLabel && label.trim() === '')
  return (
    <section className={styles.review} aria-label={candidate.label}>
      {editLabel ? <TextField label={strings.connectorSetup.form.label} value={label} onValueChange={setLabel} maxLength={80} /> : null}
      <ValueFields references={candidate.references} values={values} onValues={setValues} />
      <OutsiderText key={line} label={words.line[reach.kind]} text={line} words={outsiderWords} onOpened={(left) => setOpened({ line, left })} />
      <Facts
        facts={[
          { id: 'origin', label: words.origin, value: origin },
          ...(reach.kind === 'address' ? [] : [{ id: 'cwd', label: words.cwd, value: reach.cwd === null ? words.home : <code><DrawnText text={reach.cwd} /></code> }]),
          {
            id: 'values', label: words.values[reach.kind],
            value: candidate.values.length + kept.length === 0 ? words.noValues : (
              <ul className={styles.plain}>
                {candidate.values.map((variable) => (
                  <li key={variable.name} className={styles.variable}>
                    <span><code><DrawnText text={variable.name} /></code> <span className={styles.meta}><DrawnText text={variable.shown} /></span></span>
                    {wholeValue(variable, values) === null ? null : <Checkbox label={words.keepSecret} checked={names.has(variable.name)} onCheckedChange={(secret) => setChoices(new Map([...choices, [variable.name, secret]]))} />}
                  </li>
                ))}
                {kept.map((name) => <li key={name}><code><DrawnText text={name} /></code> <span className={styles.meta}>{words.kept}</span></li>)}
              </ul>
            ),
          },
          ...(Object.values(limits).every((limit) => limit === null) ? [] : [{ id: 'limits', label: words.limits, value: describeLimits(limits) }]),
        ]}
      />
      {names.size === 0 ? null : <KeyPlace asked={asked} vault={vault} typed={typed} onTyped={setTyped} />}
      {candidate.values.some((variable) => !names.has(variable.name) && wholeValue(variable, values) !== null) ? <p className={styles.note}>{words.storedPlain}</p> : null}
      {[...candidate.problems, ...candidate.warnings].length === 0 ? null : (
        <ul className={styles.warnings}>
          {candidate.problems.map((text) => <li key={text}><strong>{words.problem}</strong> <DrawnText text={text} /></li>)}
          {candidate.warnings.map((text) => <li key={text}><DrawnText text={text} /></li>)}
        </ul>
      )}
      {done !== null ? <p role="status">{done}</p> : (
        <div className={styles.confirm}>
          {folded > 0 ? <span className={styles.meta}>{words.openFirst[reach.kind]}</span> : !complete ? <span className={styles.meta}>{words.fillFirst}</span> : null}
          <Button variant="primary" busy={busy} disabled={blocked} onClick={() => onConfirm(label.trim(), withPlainSecrets(filled, candidate, values, names), { names, typed, where, vault })}>{confirmLabel}</Button>
        </div>
      )}
    </section>
  )
}

/** A secret is looked up as it is, so what is stored is the whole value. */
const withPlainSecrets = (filled: ServerCandidate, candidate: ServerCandidate, values: TypedValues, names: ReadonlySet<string>): ServerCandidate =>
  ({ ...filled, values: filled.values.map((variable, at) => ({ ...variable, value: (names.has(variable.name) ? wholeValue(candidate.values[at] ?? variable, values) : null) ?? variable.value })) })

function describeLimits({ startSeconds, callSeconds, totalSeconds }: ServerLimits): string {
  const words = strings.connectorSetup.limits
  const facts = [[words.start, startSeconds], [words.call, callSeconds], [words.total, totalSeconds]] as const
  return facts.flatMap(([label, seconds]) => (seconds === null ? [] : [`${label}: ${seconds}`])).join(' · ')
}
