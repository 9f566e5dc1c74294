import { useCallback, useEffect, useMemo, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import type { TurnId } from '../../../shared/ids.ts'
import type { ChatRow, Question } from '../../../shared/run-record.ts'
import { titleOf } from '../../chat-title.ts'
import { useCore, useRows } from '../../core.tsx'
import { PanelToggle, RailToggle } from '../../frame-toggles.tsx'
import { focusQuestion } from '../../parts/approval-card/focus-question.ts'
import { QuestionAlert } from '../../parts/approval-card/question-alert.tsx'
import { TaintChip } from '../../parts/taint-chip.tsx'
import { useOfferAction } from '../../offered-actions.ts'
import { usePerform } from '../../perform.ts'
import type { ChatRoute, Route } from '../../route.ts'
import { CapWarning } from '../../parts/cap-warning.tsx'
import { strings } from '../../strings/en.ts'
import { PageHeader } from '../../ui/app-frame.tsx'
import { isComposing } from '../../ui/enter-key.ts'
import { lastBeforeTaint } from './branch-paths.ts'
import { Composer, type ComposerHandle } from './composer.tsx'
import { LinkDialog } from '../../parts/link-dialog.tsx'
import { toInput } from './message-parts.ts'
import { Starters } from './starters.tsx'
import { Thread, type ThreadHandle } from './thread.tsx'
import { useBranch } from './use-chat.ts'
import { useCommands } from './use-commands.ts'
import { useFileDrop } from './use-file-drop.ts'
import { useThread, useTurn } from './use-turn.ts'
import { useTurnInSight } from './use-turn-in-sight.ts'
import { useTurnActions } from './use-turn-actions.ts'
import styles from './chat-page.module.css'

const words = strings.chat

/** One chat, drawn anew for each: nothing of one chat's page survives into another's. */
export function OpenChat({ row, address, onNavigate }: { row: ChatRow; address: ChatRoute; onNavigate: (to: Route) => void }) {
  const { chatId } = row
  const core = useCore()
  const perform = usePerform()
  const branch = useBranch(chatId, row)
  const store = useThread(branch?.path ?? null)
  const allQuestions = useRows('questions.watch', {})
  const questions = useMemo(() => (allQuestions ?? []).filter((question) => question.chatId === chatId), [allQuestions, chatId])
  const page = useRef<HTMLDivElement>(null)
  const composer = useRef<ComposerHandle>(null)
  const thread = useRef<ThreadHandle>(null)
  const [stopping, setStopping] = useState<TurnId | null>(null)

  const leaf = branch?.leaf ?? null
  const leafTurn = useTurn(store, leaf?.turnId ?? null)
  const turn = leaf?.status === 'running' || leaf?.status === 'parked' || leaf?.status === 'paused' ? leaf.status : 'none'
  const question = questions.find((open) => open.turnId === leaf?.turnId) ?? null

  const inSight = useTurnInSight(address, branch)
  const onQuestionShown = useOfferFocus(page, composer)
  useReturnFocus(question, composer)
  const onChoosePhrase = useCallback((phrase: string) => composer.current?.fill(phrase), [])
  // Whoever sends wants to see it, wherever they were reading.
  const onStarted = useCallback(() => thread.current?.toEnd(), [])
  const onOpenSettings = useCallback((section: string) => onNavigate({ page: 'settings', section }), [onNavigate])
  const { actions, editing, outside, closeOutside, start } = useTurnActions(chatId, store, branch, { onQuestionShown, onChoosePhrase, onStarted, onOpenSettings })
  const commands = useCommands(chatId, row.leafTurnId, { onNavigate, onEdit: actions.edit })
  const canRepeat = turn === 'none' && (leafTurn?.state.started?.body ?? null) !== null
  useOfferAction('edit-last', canRepeat, () => { if (leaf !== null) actions.edit(leaf.turnId) })
  useOfferAction('send-again', canRepeat, () => { if (leaf !== null) actions.retry(leaf.turnId) })
  const isDragging = useFileDrop(page, useCallback((files) => composer.current?.attach(files), []))

  const stop = () => {
    if (leaf === null) return
    setStopping(leaf.turnId)
    void perform(() => core.call('turn.stop', { turnId: leaf.turnId })).then((done) => {
      if (done === undefined) setStopping(null)
    })
  }
  const keyDown = (event: KeyboardEvent<HTMLElement>) => {
    const isHere = event.target instanceof Node && event.currentTarget.contains(event.target)
    if (event.key !== 'Escape' || event.defaultPrevented || isComposing(event) || !isHere || turn !== 'running') return
    event.preventDefault()
    stop()
  }
  const before = lastBeforeTaint(branch?.path ?? [])
  const goBack = async (leafTurnId: TurnId) => {
    await perform(() => core.call('chat.show-branch', { chatId, leafTurnId }))
    composer.current?.focus()
  }
  // A turn that wasn't kept no longer taints its chat, and the row is what knows.
  const sources = row.tainted && leafTurn?.state.tainted === true ? leafTurn.state.taint : []
  const isEmpty = branch !== null && branch.path.length === 0 && commands.cards.length === 0
  return (
    <div ref={page} className={styles.page} onKeyDown={keyDown}>
      <PageHeader
        leading={<RailToggle />}
        title={titleOf(row)}
        meta={sources.length === 0 ? null : <TaintChip sources={sources} onNewChat={() => onNavigate({ page: 'new-chat' })} {...(before.kind === 'turn' ? { onGoBack: () => void goBack(before.turnId) } : {})} />}
        actions={<PanelToggle />}
      />
      <QuestionAlert question={question} />
      <div className={styles.content}>
        {isEmpty ? <div className={styles.empty}><Starters onChoose={onChoosePhrase} /></div> : null}
        {branch === null || isEmpty ? null : (
          <Thread ref={thread} store={store} branch={branch} turnInSight={inSight} questions={questions} editing={editing} actions={actions} cards={commands.cards} onDismiss={commands.dismiss} />
        )}
        {isDragging ? <div className={styles.drop}>{words.composer.dropHere}</div> : null}
      </div>
      <div className={styles.composer}>
        <CapWarning />
        <Composer
          ref={composer}
          chatId={chatId}
          draft={row.draft}
          turn={turn}
          isStopping={stopping !== null && stopping === leaf?.turnId && turn !== 'none'}
          onSend={(message) => start(leaf?.turnId ?? null, toInput(message))}
          onCommand={commands.run}
          onStop={stop}
          onFocusQuestion={() => { if (question !== null && page.current !== null) focusQuestion(page.current, question.callId) }}
        />
      </div>
      <LinkDialog target={outside} onClose={closeOutside} />
    </div>
  )
}

/** When a card that had the focus is gone, the focus goes back to the field instead of nowhere. */
function useReturnFocus(question: Question | null, composer: RefObject<ComposerHandle | null>) {
  const asked = question === null ? null : `${question.callId}-${question.question}`
  useEffect(() => () => {
    if (asked === null) return
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) composer.current?.focus()
    })
  }, [asked, composer])
}

/** A new question takes the focus once, and only from where it can't take a word: an empty field, or nowhere. */
function useOfferFocus(page: RefObject<HTMLElement | null>, composer: RefObject<ComposerHandle | null>) {
  const offered = useRef<ReadonlySet<string>>(new Set())
  return useCallback(({ callId, question }: Question) => {
    const key = `${callId}-${question}`
    if (offered.current.has(key) || page.current === null) return
    offered.current = new Set([...offered.current, key])
    const { activeElement } = document
    const isFree = activeElement === null || activeElement === document.body || (activeElement instanceof HTMLTextAreaElement && activeElement.value === '' && composer.current?.isEmpty() === true)
    // What was in sight stays where it is.
    if (isFree) focusQuestion(page.current, callId, { preventScroll: true })
  }, [page, composer])
}
