import { useState } from 'react'
import { toWireError, type WireError } from '../../../shared/errors.ts'
import type { CallExplanation } from '../../../shared/explain.ts'
import type { CallId, TurnId } from '../../../shared/ids.ts'
import { useCore } from '../../core.tsx'
import { strings } from '../../strings/en.ts'
import { ProblemBanner } from '../problem-banner.tsx'
import { Button } from '../../ui/button.tsx'
import { DrawnText } from '../../ui/drawn-text.tsx'
import { Popover } from '../../ui/popover.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './why-button.module.css'

type Answer = { readonly kind: 'loading' } | { readonly kind: 'found'; readonly explanation: CallExplanation } | { readonly kind: 'failed'; readonly error: WireError }

/** Asks the core anew at every opening: the answer to "why" can grow while a call goes on. */
export function WhyButton({ turnId, callId, title }: { turnId: TurnId; callId: CallId; title: string }) {
  const core = useCore()
  const [answer, setAnswer] = useState<Answer>({ kind: 'loading' })
  const ask = () => {
    core.call('call.explain', { turnId, callId }).then(
      (explanation) => setAnswer({ kind: 'found', explanation }),
      (error: unknown) => setAnswer({ kind: 'failed', error: toWireError(error) }),
    )
  }
  const words = strings.chat.tool
  return (
    <Popover
      title={words.whyTitle}
      align="end"
      onOpenChange={(open) => { if (open) ask() }}
      trigger={<Button variant="quiet" size="small" aria-label={`${words.why} ${title}`}>{words.why}</Button>}
    >
      {answer.kind === 'loading' ? <Skeleton label={words.whyLoading} lines={3} /> : null}
      {answer.kind === 'failed' ? <ProblemBanner problem={answer.error} /> : null}
      {answer.kind === 'found' ? (
        <div className={styles.why}>
          <p><DrawnText text={answer.explanation.sentence} /></p>
          <ol className={styles.steps}>
            {answer.explanation.steps.map((step, index) => (
              <li key={index}>
                <span className={styles.step}><DrawnText text={step.title} /></span>
                <span className={styles.detail}><DrawnText text={step.detail} /></span>
              </li>
            ))}
          </ol>
          {answer.explanation.eventSeq === null ? null : <p className={styles.detail}>{words.whyEvent(answer.explanation.eventSeq)}</p>}
        </div>
      ) : null}
    </Popover>
  )
}
