import type { Question } from '../../../shared/run-record.ts'
import { strings } from '../../strings/en.ts'
import { DrawnText } from '../../ui/drawn-text.tsx'
import { Facts, type Fact } from '../../ui/facts.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { classSentence, ToolClassChip } from '../class-words.tsx'
import { TaintSources } from '../taint-sources.tsx'
import styles from './approval-card.module.css'

const words = strings.inbox.question

/** What will run. Never scrolls out of the card. */
export function CardTitle({ question }: { question: Question }) {
  return (
    <div className={styles.line}>
      <span className={styles.asks}>{question.asks.kind === 'outcome' ? strings.inbox.outcome.asks : words.asks}</span>
      <ToolClassChip toolClass={question.toolClass} provenance={question.provenance} />
      <h3 className={styles.title}><DrawnText text={question.title} /></h3>
      <span className={styles.connector}><DrawnText text={question.connectorLabel} /></span>
    </div>
  )
}

/** The host's own words: the tool's real name, whose word its class is, why it asks and who asks. Names that others chose are drawn as plain text. */
export function CardFacts({ question }: { question: Question }) {
  const facts: Fact[] = [
    { id: 'tool', label: words.realName, value: <><code className={styles.code}><DrawnText text={question.tool} /></code> <span className={styles.quiet}>{classSentence(question.toolClass, question.provenance)}</span></> },
    { id: 'why', label: words.whyAsks, value: <DrawnText text={question.sentence} /> },
    ...(question.taint.length === 0 ? [] : [{ id: 'taint', label: words.taintedBy, value: <TaintSources sources={question.taint} /> }]),
    {
      id: 'role', label: words.role,
      value: <><DrawnText text={words.roleOf(question.role)} />{' · '}<RelativeTime at={question.askedAt} />{' · '}{question.expiresAt === null ? words.neverExpires : <>{words.expires} <RelativeTime at={question.expiresAt} /></>}</>,
    },
  ]
  return <div className={styles.own}><Facts facts={facts} /></div>
}
