import { useState } from 'react'
import { BATTERY_MONEY, BATTERY_TOKENS, type CertificationResult, type CertificationRow } from '../../../shared/certification.ts'
import { formatMoney } from '../../../shared/cap.ts'
import { toWireError } from '../../../shared/errors.ts'
import { useCore } from '../../core.tsx'
import { sayProblem } from '../../say-problem.ts'
import { strings } from '../../strings/en.ts'
import { Badge } from '../../ui/badge.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { DrawnText } from '../../ui/drawn-text.tsx'
import styles from './settings.module.css'

const words = strings.models.tests

/** What a model was shown to handle, check by check, and a run of the tests. */
export function CertifyDialog({ row, onClose }: { row: CertificationRow; onClose: () => void }) {
  const core = useCore()
  /** Of this dialog: one that was broken off is stored nowhere. */
  const [result, setResult] = useState<CertificationResult | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const { name, running } = row
  const shown = result ?? row.last
  const run = async () => {
    setRefusal(null)
    try {
      setResult(await core.call('model.certify', { name }))
    } catch (error) {
      setRefusal(sayProblem(toWireError(error)))
    }
  }
  return (
    <Dialog
      open
      size="large"
      onOpenChange={(open) => { if (!open) onClose() }}
      title={words.title(name)}
      closeLabel={words.close}
      footer={running === null
        ? <Button variant="primary" onClick={() => void run()}>{shown === null ? words.run : words.again}</Button>
        : <Button onClick={() => void core.call('model.certify-stop', { name })}>{words.stop}</Button>}
    >
      <div className={styles.tests}>
        <p className={styles.note}>{words.what(BATTERY_TOKENS, formatMoney(BATTERY_MONEY))}</p>
        {running === null ? null : <p role="status">{words.progress(running.done, running.of)}</p>}
        {refusal === null ? null : <p role="alert">{refusal}</p>}
        {shown === null || running !== null ? null : <Results result={shown} expired={result === null && row.expired} />}
      </div>
    </Dialog>
  )
}

function Results({ result, expired }: { result: CertificationResult; expired: boolean }) {
  const { outcome, problem, checks, money, tokens } = result
  return (
    <>
      <Banner
        kind={outcome === 'passed' && !expired ? 'info' : 'warn'}
        kindLabel={words.outcomes[outcome]}
        happened={problem ?? words.summary(checks.filter((check) => check.problem === null).length, checks.length)}
        kept={expired ? words.expired(result.model) : words.means[outcome]}
      />
      <p className={styles.note}>{words.dated(result.at, result.battery, result.model, new URL(result.baseUrl).host)} {words.cost(tokens, money === null ? null : formatMoney(money))}</p>
      <ul className={styles.checks} aria-label={words.checks}>
        {checks.map(({ id, problem: wrong, sent, got }) => (
          <li key={id}>
            <Disclosure defaultOpen={wrong !== null} summary={words.names[id]} aside={<Badge tone={wrong === null ? 'ok' : 'destructive'}>{wrong === null ? words.passed : words.failed}</Badge>}>
              {wrong === null ? null : <p><DrawnText text={wrong} /></p>}
              <p className={styles.note}>{words.sent} {sent}</p>
              <p className={styles.note}>{words.got} <DrawnText text={got === '' ? words.nothing : got} /></p>
            </Disclosure>
          </li>
        ))}
      </ul>
    </>
  )
}
