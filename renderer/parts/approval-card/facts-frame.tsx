import { useMemo, useState } from 'react'
import { countHidden } from '../../ui/draw-hidden.ts'
import { DrawnText } from '../../ui/drawn-text.tsx'
import { foldCount } from '../../ui/fold-middle.ts'
import { LongText } from '../../ui/long-text.tsx'
import { OutsiderFrame } from '../../ui/outsider-frame.tsx'
import { strings } from '../../strings/en.ts'
import { outsiderWords } from '../outsider-words.ts'
import { destinationNote } from './destination-notes.ts'
import { factKey, type FoldKey } from './question-folds.ts'
import styles from './question-view.module.css'

interface ShownFact { readonly name: string; readonly value: string; readonly destination: boolean }

export interface FactsFrameProps {
  label: string
  facts: readonly ShownFact[]
  onOpened: (key: FoldKey, left: number) => void
}

/** Names and values in two columns, destinations first and always whole. */
export function FactsFrame({ label, facts, onOpened }: FactsFrameProps) {
  const warning = useMemo(() => warningOf(facts.flatMap(({ name, value }) => [name, value])), [facts])
  const ordered = facts.map((fact, index) => ({ fact, index })).sort((left, right) => Number(right.fact.destination) - Number(left.fact.destination))
  return (
    <OutsiderFrame label={label} warning={warning}>
      <dl className={styles.facts}>
        {ordered.map(({ fact, index }) => (
          <div key={index} className={styles.fact} data-destination={fact.destination ? '' : undefined}>
            <dt className={styles.name}><DrawnText text={fact.name} /></dt>
            <dd className={styles.value}>
              {fact.destination ? <Destination value={fact.value} /> : <Value name={fact.name} value={fact.value} onOpened={() => onOpened(factKey(index), 0)} />}
            </dd>
          </div>
        ))}
      </dl>
    </OutsiderFrame>
  )
}

/** A file's place: whole, with everything hidden in it drawn. */
export function PathLine({ path, label }: { path: string; label: string }) {
  return (
    <OutsiderFrame label={label} warning={warningOf([path])}>
      <dl className={styles.facts}>
        <div className={styles.fact} data-destination="">
          <dt className={styles.name}>{strings.inbox.question.path}</dt>
          <dd className={styles.value}><span className={styles.whole}><DrawnText text={path} /></span></dd>
        </div>
      </dl>
    </OutsiderFrame>
  )
}

function Value({ name, value, onOpened }: { name: string; value: string; onOpened: () => void }) {
  const [opened, setOpened] = useState(() => foldCount(value) === 0)
  const open = () => {
    setOpened(true)
    onOpened()
  }
  return <LongText label={name} text={value} words={outsiderWords} opened={opened} onOpen={open} />
}

function Destination({ value }: { value: string }) {
  const note = destinationNote(value)
  const words = strings.inbox.question
  return (
    <>
      <span className={styles.whole}><DrawnText text={value} /></span>
      {note.kind === 'none' ? null : <span className={styles.note}>{note.kind === 'encoded' ? words.encodedName(note.name) : words.encodedAlready}</span>}
    </>
  )
}

function warningOf(texts: readonly string[]): string | undefined {
  let hidden = 0
  let lookAlikes = 0
  for (const text of texts) {
    const found = countHidden(text)
    hidden += found.hidden
    lookAlikes += found.lookAlikes
  }
  return hidden + lookAlikes === 0 ? undefined : outsiderWords.warning({ hidden, lookAlikes })
}
