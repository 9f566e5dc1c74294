import { explainPause } from '../../../shared/explain-pause.ts'
import { authorOf } from '../../../shared/message-author.ts'
import type { MessagePart } from '../../../shared/turn-event.ts'
import { openStep, type CallState, type StepState, type TurnState } from '../../../shared/turn-state.ts'
import { callWords, gateSentence } from '../../parts/call-words.ts'
import { ToolClassChip } from '../../parts/class-words.tsx'
import { strings } from '../../strings/en.ts'
import { Badge } from '../../ui/badge.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { DrawnText } from '../../ui/drawn-text.tsx'
import { KeptText } from './kept-text.tsx'
import view from './run-view.module.css'
import styles from './runs.module.css'

const words = strings.runs.show

/** What a person would have seen: the message, what the model wrote, each call as far as it had come, and the open question. */
export function ChatThen({ state }: { state: TurnState }) {
  const message = state.started?.body?.message ?? null
  const open = openStep(state)
  return (
    <div className={view.then}>
      {message === null ? <p className={view.gone}>{words.textGone}</p> : message.map((part, index) => <KeptText key={index} label={part.fileName ?? authorWords(part)} stored={part.text} />)}
      {state.compactions.map(({ ended, started }) => (ended?.kind === 'context.compacted' && ended.body !== null ? <KeptText key={started.compaction} label={words.summary} stored={ended.body.summary} /> : null))}
      {state.steps.map((step) => <Step key={step.step} step={step} state={state} />)}
      {open === null ? null : <p className={styles.quiet}>{words.writing(open.step)}</p>}
      {state.paused === null ? null : <p><Badge tone="write">{words.paused}</Badge> {explainPause(state.paused)}</p>}
      {state.ended === null ? null : <p className={styles.quiet}>{words.ended(strings.chat.panel.status[state.ended.outcome])}{(state.ended.body?.message ?? null) === null ? null : <> <DrawnText text={state.ended.body?.message ?? ''} /></>}</p>}
    </div>
  )
}

function authorWords(part: MessagePart): string {
  const author = authorOf(part)
  return author.who === 'person' ? words.wrote[author.how] : words.from(author.words)
}

function Step({ step, state }: { step: StepState; state: TurnState }) {
  const calls = [...state.calls.values()].filter(({ call }) => call.step === step.step)
  const isGone = step.ended !== null && step.ended.body === null
  return (
    <>
      {isGone ? <p className={view.gone}>{words.model(step.step)}: {words.textGone}</p> : step.blocks.map((block, index) => {
        switch (block.type) {
          case 'text': return <KeptText key={index} label={words.model(step.step)} stored={block.text} />
          case 'thinking': return <Disclosure key={index} summary={words.thinking}><KeptText label={words.thinking} stored={block.thinking} /></Disclosure>
          case 'call': case 'redacted-thinking': return null
        }
      })}
      {calls.map((call) => <CallThen key={call.call.callId} call={call} />)}
    </>
  )
}

function CallThen({ call }: { call: CallState }) {
  const { meta, body } = call.call
  const tool = meta?.tool ?? null
  const name = tool?.title ?? meta?.name ?? words.callGone
  const { text, tone } = callWords(call)
  const decision = 'decision' in call ? call.decision : null
  const reason = decision?.body?.reason ?? null
  return (
    <div className={view.call} role="group" aria-label={words.call(name)}>
      <p className={styles.head}>
        <span className={styles.name}><DrawnText text={name} />{tool === null ? null : <span className={styles.quiet}> · <DrawnText text={tool.connectorLabel} /></span>}</span>
        {tool === null ? null : <ToolClassChip toolClass={tool.toolClass} provenance={tool.provenance} />}
        <Badge tone={tone}>{text}</Badge>
      </p>
      {call.status === 'parked' ? <p><Badge tone="asks">{words.question}</Badge></p> : null}
      {decision === null || reason === null ? null : <p className={styles.quiet}><DrawnText text={gateSentence(decision.verdict, reason)} /></p>}
      {body === null ? null : <Disclosure summary={words.arguments}><KeptText label={words.arguments} stored={body.arguments} /></Disclosure>}
      {call.status === 'done' && call.ended.body !== null ? <Disclosure summary={words.result}><KeptText label={words.result} stored={call.ended.body.content} /></Disclosure> : null}
    </div>
  )
}
