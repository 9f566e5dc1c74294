import type { ReactNode } from 'react'
import { History } from 'lucide-react'
import { assertNever } from '../../../shared/assert-never.ts'
import { totalTokens } from '../../../shared/usage.ts'
import type { TurnState } from '../../../shared/turn-state.ts'
import { navigate } from '../../navigation.ts'
import { strings } from '../../strings/en.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { DrawnText } from '../../ui/drawn-text.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Popover } from '../../ui/popover.tsx'
import styles from './turn.module.css'

const words = strings.chat

export interface TurnFooterProps {
  state: TurnState
  /** The answer's text, for the clipboard. */
  answer: () => string
  /** Only the last turn of a branch can be gone on from. */
  isLast: boolean
  onContinue: () => void
  onRetry: () => void
  onOpenSettings: (section: SettingsSection) => void
}

/** How the turn ended when it didn't simply complete, with the one thing to do about it; and what it cost, on demand. */
export function TurnFooter({ state, answer, isLast, onContinue, onRetry, onOpenSettings }: TurnFooterProps) {
  if (state.ended === null) return null
  return (
    <div className={styles.footer}>
      <Outcome state={state} isLast={isLast} onContinue={onContinue} onRetry={onRetry} onOpenSettings={onOpenSettings} />
      <div className={styles.tools}>
        <CopyButton text={answer} label={words.copy} copiedLabel={words.copied} failedLabel={words.copyFailed} />
        <Popover title={words.meta.details} trigger={<Button variant="quiet" size="small">{summaryOf(state)}</Button>}><Cost state={state} /><Button variant="quiet" size="small" icon={<History aria-hidden="true" />} onClick={() => navigate({ page: 'runs', turnId: state.turnId })}>{strings.runs.link}</Button></Popover>
      </div>
    </div>
  )
}

function Outcome({ state, isLast, onContinue, onRetry, onOpenSettings }: Omit<TurnFooterProps, 'answer'>) {
  const ended = state.ended
  if (ended === null) return null
  const again = <Button size="small" onClick={onRetry}>{words.outcome.tryAgain}</Button>
  switch (ended.outcome) {
    case 'completed': return null
    case 'stopped': return isSuperseded(state) ? <p className={styles.quiet}>{words.outcome.superseded}</p> : <Line text={words.outcome.stopped} action={<Button size="small" onClick={onRetry}>{words.outcome.stopFollowed}</Button>} />
    case 'refused': return <Line text={words.outcome.refused} advice={words.outcome.refusedAdvice} />
    case 'failed': return <Line text={words.outcome.failed(ended.body?.message ?? null)} advice={words.outcome.failedAdvice} action={<>{again}<SettingsButton state={state} onOpen={onOpenSettings} /></>} isTrouble />
    case 'out-of-limits': return <Line text={limitSentence(state)} action={isLast ? <Button size="small" onClick={onContinue}>{words.outcome.continue}</Button> : null} />
    default: return assertNever(ended.outcome, 'turn outcome')
  }
}

function Line({ text, advice, action, isTrouble = false }: { text: string; advice?: string; action?: ReactNode; isTrouble?: boolean }) {
  return (
    <div className={styles.outcome} data-trouble={isTrouble ? '' : undefined}>
      <p className={styles.sentence}><DrawnText text={text} />{advice === undefined ? null : <span className={styles.quiet}> {advice}</span>}</p>
      {action}
    </div>
  )
}

/** Where what failed the turn can be mended. */
export type SettingsSection = 'models' | 'keys'

function SettingsButton({ state, onOpen }: { state: TurnState; onOpen: (section: SettingsSection) => void }) {
  const section = sectionFor(state)
  return section === null ? null : <Button size="small" onClick={() => onOpen(section)}>{words.outcome.openSettings[section]}</Button>
}

/** A failed step carries the code of what failed. */
function sectionFor({ steps }: TurnState): SettingsSection | null {
  const ended = steps.at(-1)?.ended ?? null
  const code = ended?.how === 'failed' ? ended.meta?.detail ?? '' : ''
  if (code.startsWith('secret.')) return 'keys'
  return ['model.unauthorized', 'model.not-found', 'model.unavailable'].includes(code) ? 'models' : null
}

const isSuperseded = (state: TurnState): boolean => [...state.calls.values()].some((call) => call.status === 'done' && call.ended.cause === 'superseded')

function limitSentence({ ended, started }: TurnState): string {
  const limits = started?.meta?.limits
  const limit = ended?.meta?.limit ?? null
  return limits === undefined || limit === null ? words.outcome.limit : limit === 'money' ? ended?.body?.message ?? words.outcome.money : words.outcome[limit](limits[limit])
}

const secondsOf = (state: TurnState): string => (state.activeMs / 1000).toLocaleString('en', { maximumFractionDigits: 1 })

const summaryOf = (state: TurnState): string => `${words.meta.duration(secondsOf(state))} · ${words.meta.tokens(totalTokens(state.usage))}`

function Cost({ state }: { state: TurnState }) {
  const { usage } = state
  return (
    <Facts
      facts={[
        { id: 'time', label: strings.chat.panel.time, value: words.meta.duration(secondsOf(state)) },
        { id: 'tokens', label: strings.chat.panel.tokensWord, value: [words.meta.input(usage.inputTokens + usage.cacheWriteTokens), words.meta.output(usage.outputTokens), words.meta.cache(usage.cacheReadTokens)].join(', ') },
        { id: 'steps', label: strings.chat.panel.steps, value: String(state.steps.length) },
        { id: 'calls', label: strings.chat.panel.calls, value: String(state.calls.size) },
        { id: 'model', label: strings.chat.panel.model, value: state.started?.meta?.model ?? '–' },
        ...(state.resumes === 0 ? [] : [{ id: 'resumes', label: strings.chat.panel.resumes, value: words.meta.resumed(state.resumes) }]),
      ]}
    />
  )
}
