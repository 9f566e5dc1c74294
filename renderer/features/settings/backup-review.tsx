import type { BackupSummary } from '../../../shared/backup.ts'
import { strings } from '../../strings/en.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DrawnText } from '../../ui/drawn-text.tsx'
import { Facts, type Fact } from '../../ui/facts.tsx'
import styles from './settings.module.css'

const words = strings.backup.review

interface BackupReviewProps {
  summary: BackupSummary
  onConfirm: () => void
  onClose: () => void
}

/** What a backup holds, what of it comes in switched off, and what it takes the place of. The file's words are drawn as a stranger's. */
export function BackupReview({ summary, onConfirm, onClose }: BackupReviewProps) {
  const { madeAt, madeBy, connectors, models, openRuns, chainProblem } = summary
  const facts: readonly Fact[] = [
    { id: 'made', label: words.made, value: <DrawnText text={words.madeBy(madeAt, madeBy)} /> },
    { id: 'holds', label: words.holds, value: words.counts(summary) },
    ...(connectors.length === 0 ? [] : [{ id: 'connectors', label: words.connectors, value: <ul className={styles.plainList}>{connectors.map(({ label, reach }, index) => <li key={index}><DrawnText text={label} /> <code className={styles.code}><DrawnText text={reach} /></code></li>)}</ul> }]),
    ...(models.length === 0 ? [] : [{ id: 'models', label: words.models, value: <ul className={styles.plainList}>{models.map(({ name, address, keptKey }, index) => <li key={index}><DrawnText text={name} />: {address === null ? words.builtIn : <><DrawnText text={address} />, {keptKey ? words.keyKept : words.keyNeeded}</>}</li>)}</ul> }]),
    { id: 'off', label: words.off, value: words.offBody },
    ...(openRuns === 0 ? [] : [{ id: 'open', label: words.records, value: words.openRuns(openRuns) }]),
  ]
  return (
    <Dialog
      open
      onOpenChange={(open) => { if (!open) onClose() }}
      title={words.title}
      description={words.replaces}
      closeLabel={words.close}
      size="large"
      footer={<><Button onClick={onClose}>{words.cancel}</Button><Button variant="primary" onClick={onConfirm}>{words.confirm}</Button></>}
    >
      {chainProblem === null ? null : <Banner kind="warn" kindLabel={words.records} happened={chainProblem} />}
      <Facts facts={facts} />
    </Dialog>
  )
}
