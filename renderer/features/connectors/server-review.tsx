import { useState } from 'react'
import type { ServerCandidate } from '../../../shared/connector-record.ts'
import { outsiderWords } from '../../parts/outsider-words.ts'
import { strings } from '../../strings/en.ts'
import { Button } from '../../ui/button.tsx'
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
  onConfirm: (label: string) => void
}

/** Everything that will be started, whole, before anything is. */
export function ServerReview({ candidate, origin, kept, confirmLabel, done, busy, editLabel, onConfirm }: ServerReviewProps) {
  const words = strings.connectors.review
  const line = commandLine(candidate.command, candidate.args)
  const [label, setLabel] = useState(candidate.label)
  const [folded, setFolded] = useState(foldCount(line))
  const variables = [...candidate.env, ...kept.map((name) => ({ name, shown: words.kept }))]
  const blocked = candidate.problems.length > 0 || folded > 0 || (editLabel && label.trim() === '')
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
            value: variables.length === 0 ? words.noEnv : (
              <ul className={styles.plain}>{variables.map(({ name, shown }) => <li key={name}><code><DrawnText text={name} /></code> <span className={styles.meta}><DrawnText text={shown} /></span></li>)}</ul>
            ),
          },
          ...(candidate.references.length === 0 ? [] : [{ id: 'references', label: words.references, value: <code><DrawnText text={candidate.references.join(', ')} /></code> }]),
        ]}
      />
      {candidate.env.length > 0 ? <p className={styles.note}>{words.storedPlain}</p> : null}
      {[...candidate.problems, ...candidate.warnings].length === 0 ? null : (
        <ul className={styles.warnings}>
          {candidate.problems.map((text) => <li key={text}><strong>{words.problem}</strong> <DrawnText text={text} /></li>)}
          {candidate.warnings.map((text) => <li key={text}><DrawnText text={text} /></li>)}
        </ul>
      )}
      {done !== null ? <p role="status">{done}</p> : (
        <div className={styles.confirm}>
          {folded > 0 ? <span className={styles.meta}>{words.openFirst}</span> : null}
          <Button variant="primary" busy={busy} disabled={blocked} onClick={() => onConfirm(label.trim())}>{confirmLabel}</Button>
        </div>
      )}
    </section>
  )
}
