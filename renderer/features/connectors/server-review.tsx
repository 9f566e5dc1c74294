import { useState } from 'react'
import type { ServerCandidate } from '../../../shared/connector-record.ts'
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
import { commandLine } from './setup-draft.ts'
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
  onConfirm: (label: string, secrets: KeptSecrets) => void
}

/** Variables whose values go where secrets are kept, and where that is. */
export interface KeptSecrets {
  readonly names: ReadonlySet<string>
  readonly typed: TypedKey
  readonly where: SecretPlace | null
  readonly vault: VaultRow['state']
}

/** Everything that will be started, whole, before anything is. */
export function ServerReview({ candidate, origin, kept, confirmLabel, done, busy, editLabel, onConfirm }: ServerReviewProps) {
  const words = strings.connectors.review
  const line = commandLine(candidate.command, candidate.args)
  const [label, setLabel] = useState(candidate.label)
  const [folded, setFolded] = useState(foldCount(line))
  const [names, setNames] = useState<ReadonlySet<string>>(new Set(candidate.env.filter(({ secret }) => secret).map(({ name }) => name)))
  const [typed, setTyped] = useState(NO_KEY)
  const vault = useRows('vault.watch', {})?.[0]?.state ?? 'none'
  const asked = usePlaces(names.size > 0)
  const where = placeOf(asked.places, typed)
  const keep = (name: string, secret: boolean) => setNames((before) => new Set(secret ? [...before, name] : [...before].filter((other) => other !== name)))
  const blocked = (names.size > 0 && where === null) || candidate.problems.length > 0 || folded > 0 || (editLabel && label.trim() === '')
  return (
    <section className={styles.review} aria-label={candidate.label}>
      {editLabel ? <TextField label={strings.connectors.form.label} value={label} onValueChange={setLabel} maxLength={80} /> : null}
      <OutsiderText label={words.commandLine} text={line} words={outsiderWords} onOpened={setFolded} />
      <Facts
        facts={[
          { id: 'origin', label: words.origin, value: origin },
          { id: 'cwd', label: words.cwd, value: candidate.cwd === null ? words.home : <code><DrawnText text={candidate.cwd} /></code> },
          {
            id: 'env', label: words.env,
            value: candidate.env.length + kept.length === 0 ? words.noEnv : (
              <ul className={styles.plain}>
                {candidate.env.map(({ name, shown }) => (
                  <li key={name} className={styles.variable}>
                    <span><code><DrawnText text={name} /></code> <span className={styles.meta}><DrawnText text={shown} /></span></span>
                    {shown.startsWith('$') ? null : <Checkbox label={words.keepSecret} checked={names.has(name)} onCheckedChange={(secret) => keep(name, secret)} />}
                  </li>
                ))}
                {kept.map((name) => <li key={name}><code><DrawnText text={name} /></code> <span className={styles.meta}>{words.kept}</span></li>)}
              </ul>
            ),
          },
          ...(candidate.references.length === 0 ? [] : [{ id: 'references', label: words.references, value: <code><DrawnText text={candidate.references.join(', ')} /></code> }]),
        ]}
      />
      {names.size === 0 ? null : <KeyPlace asked={asked} vault={vault} typed={typed} onTyped={setTyped} />}
      {candidate.env.some(({ name, shown }) => !names.has(name) && !shown.startsWith('$')) ? <p className={styles.note}>{words.storedPlain}</p> : null}
      {[...candidate.problems, ...candidate.warnings].length === 0 ? null : (
        <ul className={styles.warnings}>
          {candidate.problems.map((text) => <li key={text}><strong>{words.problem}</strong> <DrawnText text={text} /></li>)}
          {candidate.warnings.map((text) => <li key={text}><DrawnText text={text} /></li>)}
        </ul>
      )}
      {done !== null ? <p role="status">{done}</p> : (
        <div className={styles.confirm}>
          {folded > 0 ? <span className={styles.meta}>{words.openFirst}</span> : null}
          <Button variant="primary" busy={busy} disabled={blocked} onClick={() => onConfirm(label.trim(), { names, typed, where, vault })}>{confirmLabel}</Button>
        </div>
      )}
    </section>
  )
}
