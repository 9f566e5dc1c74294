import type { ReactNode } from 'react'
import { TriangleAlert } from 'lucide-react'
import { assertNever } from '../../../shared/assert-never.ts'
import type { Question } from '../../../shared/run-record.ts'
import { strings } from '../../strings/en.ts'
import { Button } from '../../ui/button.tsx'
import { DiffView } from '../../ui/diff-view.tsx'
import { JsonView } from '../../ui/json-view.tsx'
import { OutsiderText } from '../../ui/outsider-text.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { StoredTextShown } from '../blob-texts.ts'
import { outsiderWords } from '../outsider-words.ts'
import { FactsFrame, PathLine } from './facts-frame.tsx'
import type { FoldKey } from './question-folds.ts'
import styles from './question-view.module.css'

const words = strings.inbox.question

export interface QuestionViewProps {
  question: Question
  whole: StoredTextShown
  /** The arguments as bytes, instead of the view that fits them. */
  asBytes: boolean
  onOpened: (key: FoldKey, left: number) => void
}

/** The outsider's half of the card: everything here is somebody else's text in a marked frame. */
export function QuestionView({ question, whole, asBytes, onOpened }: QuestionViewProps) {
  const label = words.from(question.connectorLabel)
  return (
    <>
      {/* Kept, not unmounted: what was opened stays opened. */}
      <div hidden={asBytes}><View question={question} whole={whole} label={label} onOpened={onOpened} /></div>
      {asBytes ? <Whole whole={whole}>{(text) => <OutsiderText label={`${words.bytes} · ${label}`} text={text} words={outsiderWords} startOpen />}</Whole> : null}
    </>
  )
}

function View({ question: { view }, whole, label, onOpened }: Omit<QuestionViewProps, 'asBytes'> & { label: string }) {
  switch (view.kind) {
    case 'facts': return <FactsFrame label={label} facts={view.facts} onOpened={onOpened} />
    case 'diff': return (
      <div className={styles.stack}>
        <PathLine path={view.path} label={label} />
        <DiffView label={words.change} before={view.before} after={view.after} words={outsiderWords} onOpened={(left) => onOpened('diff', left)} />
      </div>
    )
    case 'file': return (
      <div className={styles.stack}>
        <PathLine path={view.path} label={label} />
        <OutsiderText label={`${words.content} · ${words.size(view.content.length)}`} text={view.content} words={outsiderWords} onOpened={(left) => onOpened('content', left)} />
      </div>
    )
    case 'json': return <Whole whole={whole}>{(text) => <JsonView label={label} source={text} words={outsiderWords} onOpened={(left) => onOpened('json', left)} />}</Whole>
    default: return assertNever(view, 'question view')
  }
}

function Whole({ whole, children }: { whole: StoredTextShown; children: (text: string) => ReactNode }) {
  if (whole.isWhole) return children(whole.text)
  if (!whole.hasFailed) return <Skeleton label={words.loadingWhole} lines={3} />
  return (
    <p className={styles.warning}>
      <TriangleAlert aria-hidden="true" />
      <span>{words.loadFailed}</span>
      <Button size="small" onClick={whole.load}>{words.tryLoading}</Button>
    </p>
  )
}
