import { useState } from 'react'
import type { TurnId } from '../../../shared/ids.ts'
import type { CaptureLevel } from '../../../shared/role.ts'
import type { CallState } from '../../../shared/turn-state.ts'
import { strings } from '../../strings/en.ts'
import { Badge } from '../../ui/badge.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { DrawnText } from '../../ui/drawn-text.tsx'
import { useNow } from '../../ui/relative-time.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { callWords } from '../call-words.ts'
import { ToolClassChip } from '../class-words.tsx'
import { ChildRun } from './child-run.tsx'
import { ToolDetails } from './tool-details.tsx'
import { WhyButton } from './why-button.tsx'
import styles from './tool-card.module.css'

export interface ToolCardProps {
  turnId: TurnId
  call: CallState
  /** What is kept of its turn. */
  capture: CaptureLevel
  /** What the running tool says about itself. */
  status?: string | undefined
}

/** One call in one line; all there is to know about it when opened. What went wrong opens by itself. */
export function ToolCard({ turnId, call, capture, status }: ToolCardProps) {
  const [choice, setChoice] = useState<boolean | null>(null)
  const { text, tone, isTrouble } = callWords(call)
  const tool = call.call.meta?.tool ?? null
  const title = tool?.title ?? call.call.meta?.name ?? strings.chat.tool.unknownTool
  const duration = call.status === 'done' ? call.ended.meta?.durationMs : undefined
  // Less than that reads as nothing, and is.
  const isLong = duration !== undefined && duration >= 50
  const didRun = call.status === 'done' && (call.ended.cause === 'ran' || call.ended.cause === 'interrupted')
  return (
    <section role="group" className={styles.card} aria-label={strings.chat.tool.region(title)} data-trouble={isTrouble ? '' : undefined}>
      <Disclosure
        open={choice ?? isTrouble}
        onOpenChange={setChoice}
        summary={
          <span className={styles.line}>
            {tool === null ? null : <ToolClassChip toolClass={tool.toolClass} provenance={tool.provenance} />}
            <span className={styles.title}>
              {tool === null ? null : <span className={styles.connector}><DrawnText text={tool.connectorLabel} /> </span>}
              <DrawnText text={title} />
            </span>
            <span className={styles.status}>
              {call.status === 'running' || call.status === 'joined' ? <Spinner /> : null}
              {call.status === 'running' && status !== undefined ? <span className={styles.said}><DrawnText text={status} /></span> : null}
              {tone === 'neutral' ? <span className={styles.calm}>{text}</span> : <Badge tone={tone}>{text}</Badge>}
              {call.status === 'running' ? <RunningTime since={call.startedAt} /> : null}
              {didRun && isLong ? <span className={styles.calm}>{strings.chat.tool.seconds(secondsText(duration))}</span> : null}
            </span>
          </span>
        }
        aside={<WhyButton turnId={turnId} callId={call.call.callId} title={title} />}
      >
        <ToolDetails call={call} capture={capture} />
      </Disclosure>
      {call.status === 'joined' ? <div className={styles.childBelow}><ChildRun turnId={call.childTurnId} spent={null} /></div> : null}
      {call.status === 'done' && call.childTurnId !== null ? <div className={styles.childBelow}><ChildRun turnId={call.childTurnId} spent={call.ended.meta?.spent ?? null} /></div> : null}
    </section>
  )
}

function RunningTime({ since }: { since: number }) {
  const now = useNow()
  return <span className={styles.calm} aria-hidden="true">{strings.chat.tool.seconds(String(Math.max(0, Math.floor((now - since) / 1000))))}</span>
}

/** `0.4`, `12`: a decimal only where it says something. */
function secondsText(durationMs: number): string {
  const seconds = durationMs / 1000
  return seconds < 10 ? String(Math.round(seconds * 10) / 10) : String(Math.round(seconds))
}
