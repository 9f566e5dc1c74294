import { memo, useMemo } from 'react'
import type { CoreClient } from '../../../shared/contract.ts'
import { explainNotKept, keepsTexts } from '../../../shared/capture.ts'
import type { CaptureLevel } from '../../../shared/role.ts'
import { previewOf } from '../../../shared/stored-text.ts'
import type { TurnState } from '../../../shared/turn-state.ts'
import type { TurnId } from '../../../shared/ids.ts'
import { openCompaction } from '../../../shared/turn-state.ts'
import type { Question, TurnNode } from '../../../shared/run-record.ts'
import { useCore } from '../../core.tsx'
import { QuestionCard } from '../../parts/question-card.tsx'
import { knownText } from '../../parts/blob-texts.ts'
import { outsiderWords } from '../../parts/outsider-words.ts'
import { ToolCard } from '../../parts/tool-card/tool-card.tsx'
import { ProblemBanner } from '../../parts/problem-banner.tsx'
import { strings } from '../../strings/en.ts'
import { classes } from '../../ui/classes.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import { OutsiderText } from '../../ui/outsider-text.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { AnswerText } from './answer-text.tsx'
import { CompactionLine } from './compaction-line.tsx'
import type { LiveTurn } from './live-turn.ts'
import { MessageEditor } from './message-editor.tsx'
import type { DraftMessage } from './message-parts.ts'
import { PauseBanner } from './pause-banner.tsx'
import { TurnMessage } from './turn-message.tsx'
import { SiblingSwitch } from './sibling-switch.tsx'
import type { ThreadStore } from './thread-store.ts'
import { TurnFooter, type SettingsSection } from './turn-footer.tsx'
import { piecesOf, type TurnPiece } from './turn-pieces.ts'
import { useTurn } from './use-turn.ts'
import { WebhookTurn } from './webhook-turn.tsx'
import hidden from '../../ui/hidden.module.css'
import styles from './turn.module.css'

const words = strings.chat

/** What can be done to turns. One object for the page's life. */
export interface TurnActions {
  readonly edit: (turnId: TurnId) => void
  readonly cancelEdit: () => void
  readonly sendEdited: (turnId: TurnId, message: DraftMessage) => void
  readonly retry: (turnId: TurnId) => void
  readonly goOn: (turnId: TurnId) => void
  readonly showSibling: (turnId: TurnId) => void
  readonly questionShown: (question: Question) => void
  readonly choosePhrase: (phrase: string) => void
  readonly openLink: (address: string) => void
  readonly openImage: (address: string) => void
  readonly openSettings: (section: SettingsSection) => void
}

export interface TurnViewProps {
  store: ThreadStore
  turnId: TurnId
  node: TurnNode | undefined
  siblings: readonly TurnNode[]
  isLast: boolean
  /** The address leads here. */
  isWanted: boolean
  /** The open question of this turn. */
  question: Question | null
  /** The message as it is being edited. */
  editing: DraftMessage | null
  actions: TurnActions
}

export const TurnView = memo(function TurnView({ store, turnId, node, siblings, isLast, isWanted, question, editing, actions }: TurnViewProps) {
  const core = useCore()
  const turn = useTurn(store, turnId)
  const pieces = useMemo(() => (turn === undefined ? [] : piecesOf(turn)), [turn])
  if (turn === undefined) return <article className={classes(styles.turn, styles.unread)} aria-busy="true"><p className={styles.quiet}>{node?.preview ?? ''}</p></article>
  const { state } = turn
  const isLive = state.ended === null && turn.problem === null
  const isWorking = isLive && state.parked === null && state.paused === null
  const isWebhook = state.started?.turnKind === 'webhook'
  const retry = () => actions.retry(turnId)
  return (
    <article className={classes(styles.turn, isWanted && styles.wanted)} aria-busy={isWorking ? true : undefined}>
      {isWebhook ? <h2 className={hidden.text}>{strings.webhooks.card.badge}</h2> : editing === null ? (
        <TurnMessage parts={state.started?.body?.message ?? null} isPersons={state.started?.turnKind === 'person' && state.started.delegatedBy === undefined} preview={previewOfMessage(state, node)} onEdit={() => actions.edit(turnId)} onRetry={retry} />
      ) : (
        <MessageEditor initial={editing} onSend={(message) => actions.sendEdited(turnId, message)} onCancel={actions.cancelEdit} />
      )}
      {state.started?.branch === undefined ? null : <p className={styles.quiet}>{strings.branches.about(state.started.branch.fromStep, state.started.branch.mode)}</p>}
      <SiblingSwitch siblings={siblings} turnId={turnId} onShow={actions.showSibling} />
      <div className={styles.reply} {...(isLive ? { 'aria-live': 'polite', 'aria-relevant': 'additions' } as const : {})}>
        <h2 className={hidden.text}>{words.assistant}</h2>
        {isWebhook ? <WebhookTurn turnId={turnId} state={state} summary={pieces.flatMap((piece) => (piece.kind === 'text' && piece.isDone ? [piece.text] : []))} /> : pieces.map((piece) => <Piece key={piece.key} piece={piece} turn={turn} question={question} actions={actions} />)}
        {isWorking ? <Working turn={turn} pieces={pieces} /> : null}
        {state.paused === null ? null : <PauseBanner pause={state.paused} />}
        {isOnlyHere(state) ? <p className={styles.quiet}>{words.onlyHere(levelOf(state))}</p> : null}
        {turn.problem === null ? null : <ProblemBanner problem={{ message: words.problem(turn.problem) }} kept={words.problemKept} />}
      </div>
      <TurnFooter state={state} isLast={isLast} answer={() => answerOf(core, pieces)} onContinue={() => actions.goOn(turnId)} onRetry={retry} onOpenSettings={actions.openSettings} />
    </article>
  )
})

interface PieceProps { piece: TurnPiece; turn: LiveTurn; question: Question | null; actions: TurnActions }

function Piece({ piece, turn, question, actions }: PieceProps) {
  switch (piece.kind) {
    case 'text': return <AnswerText stored={piece.text} isDone={piece.isDone} seen={turn.seen} onOpenLink={actions.openLink} onOpenImage={actions.openImage} {...(isPractice(turn) ? { onChoosePhrase: actions.choosePhrase } : {})} />
    case 'thinking': return <Disclosure summary={words.thinking}><OutsiderText label={words.thinking} text={previewOf(piece.text)} words={outsiderWords} /></Disclosure>
    case 'not-kept': return <p className={styles.quiet}>{explainNotKept(levelOf(turn.state))}</p>
    case 'compaction': return <CompactionLine compaction={piece.compaction} />
    case 'cut': return <p className={styles.quiet}>{words.cut[piece.cause]}</p>
    case 'call': {
      const call = turn.state.calls.get(piece.callId)
      if (call === undefined) return null
      // The card lists what waits behind it.
      if (question !== null && call.status === 'called') return null
      const isAsking = question !== null && question.callId === piece.callId && (call.status === 'parked' || call.status === 'unknown')
      return isAsking
        ? <QuestionCard key={`${question.callId}-${question.question}`} question={question} onShown={actions.questionShown} />
        : <ToolCard turnId={turn.state.turnId} call={call} capture={levelOf(turn.state)} status={turn.statuses.get(piece.callId)} />
    }
  }
}

const levelOf = ({ started }: TurnState): CaptureLevel => started?.capture ?? 'none'

/** Until the message is here its beginning stands for it; and where it wasn't kept, the sentence that says so. */
const previewOfMessage = (state: TurnState, node: TurnNode | undefined): string =>
  state.started !== null && state.started.body === null ? explainNotKept(levelOf(state)) : node?.preview ?? ''

/** This window watched the turn and still has what the journal let go of when it ended. */
const isOnlyHere = ({ started, ended }: TurnState): boolean => ended !== null && started !== null && started.body !== null && !keepsTexts(started.capture)

/** Its phrases are our own; another model's could say one thing and put in another. */
const isPractice = (turn: LiveTurn): boolean => turn.state.started?.meta?.model === 'practice'

/** Only while nothing else shows that something happens: no text streams and no call runs. */
function Working({ turn, pieces }: { turn: LiveTurn; pieces: readonly TurnPiece[] }) {
  const said = turn.statuses.get('turn')
  const isShown = pieces.some((piece) => piece.kind === 'text' && !piece.isDone) || [...turn.state.calls.values()].some((call) => call.status === 'running')
  if (isShown && said === undefined) return null
  return <p className={styles.working}><Spinner /> {said ?? (openCompaction(turn.state) === null ? words.working : words.compaction.working)}</p>
}

const answerOf = (core: CoreClient, pieces: readonly TurnPiece[]): string =>
  pieces.flatMap((piece) => (piece.kind === 'text' ? [knownText(core, piece.text)] : [])).join('\n\n')
