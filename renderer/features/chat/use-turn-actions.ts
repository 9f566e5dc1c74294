import { useMemo, useState } from 'react'
import type { MessageInput } from '../../../shared/contract.ts'
import { explainNotKept } from '../../../shared/capture.ts'
import { AppError } from '../../../shared/errors.ts'
import type { ChatId, TurnId } from '../../../shared/ids.ts'
import type { Question } from '../../../shared/run-record.ts'
import type { MessagePart } from '../../../shared/turn-event.ts'
import type { TurnState } from '../../../shared/turn-state.ts'
import { useCore } from '../../core.tsx'
import { usePerform } from '../../perform.ts'
import { strings } from '../../strings/en.ts'
import { newestLeafBelow } from './branch-paths.ts'
import type { OutsideAddress } from '../../parts/link-dialog.tsx'
import { readMessage, toDraft, toInput, type DraftMessage } from './message-parts.ts'
import type { ThreadStore } from './thread-store.ts'
import type { SettingsSection } from './turn-footer.tsx'
import type { TurnActions } from './turn-view.tsx'
import type { Branch } from './use-chat.ts'

export interface TurnActing {
  readonly actions: TurnActions
  readonly editing: { readonly turnId: TurnId; readonly message: DraftMessage } | null
  readonly outside: OutsideAddress | null
  readonly closeOutside: () => void
  /** Starts a turn; resolves to whether it was taken. */
  readonly start: (parentTurnId: TurnId | null, message: MessageInput[]) => Promise<boolean>
}

/** What happens on the page itself. */
export interface PageActions {
  readonly onQuestionShown: (question: Question) => void
  readonly onChoosePhrase: (phrase: string) => void
  readonly onOpenSettings: (section: SettingsSection) => void
  /** A turn was taken on. */
  readonly onStarted: () => void
}

/** What a person can do to the turns of this branch. A new version is a sibling: a turn with the same parent. */
export function useTurnActions(chatId: ChatId, store: ThreadStore, branch: Branch | null, { onQuestionShown, onChoosePhrase, onStarted, onOpenSettings }: PageActions): TurnActing {
  const core = useCore()
  const perform = usePerform()
  const [editing, setEditing] = useState<TurnActing['editing']>(null)
  const [outside, setOutside] = useState<OutsideAddress | null>(null)
  const nodes = branch?.nodes
  return useMemo((): TurnActing => {
    const start = async (parentTurnId: TurnId | null, message: MessageInput[]) => {
      const isTaken = (await perform(() => core.call('turn.start', { chatId, parentTurnId, message }))) !== undefined
      if (isTaken) onStarted()
      return isTaken
    }
    const parentOf = (turnId: TurnId) => store.readTurn(turnId)?.state.started?.parentTurnId ?? nodes?.find((node) => node.turnId === turnId)?.parentTurnId ?? null
    const messageOf = (turnId: TurnId) => perform(() => readMessage(core, keptMessage(store.readTurn(turnId)?.state.started ?? null)))
    const actions: TurnActions = {
      edit: (turnId) => void messageOf(turnId).then((message) => {
        if (message !== undefined) setEditing({ turnId, message: toDraft(message) })
      }),
      cancelEdit: () => setEditing(null),
      sendEdited: (turnId, message) => void start(parentOf(turnId), toInput(message)).then((isTaken) => {
        if (isTaken) setEditing(null)
      }),
      retry: (turnId) => void messageOf(turnId).then((message) => {
        if (message !== undefined && message.length > 0) void start(parentOf(turnId), message)
      }),
      goOn: (turnId) => void start(turnId, [{ origin: 'typed', text: strings.chat.outcome.continueMessage, vouched: true }]),
      showSibling: (turnId) => void perform(() => core.call('chat.show-branch', { chatId, leafTurnId: newestLeafBelow(nodes ?? [], turnId) })),
      questionShown: onQuestionShown,
      choosePhrase: onChoosePhrase,
      openLink: (address) => setOutside({ kind: 'link', address }),
      openImage: (address) => setOutside({ kind: 'image', address }),
      openSettings: onOpenSettings,
    }
    return { actions, editing, outside, closeOutside: () => setOutside(null), start }
  }, [core, perform, chatId, store, nodes, editing, outside, onQuestionShown, onChoosePhrase, onStarted, onOpenSettings])
}

/** @throws AppError `input.not-found` when it was let go of with its turn */
function keptMessage(started: TurnState['started']): readonly MessagePart[] {
  if (started === null) return []
  if (started.body === null) throw new AppError('input.not-found', explainNotKept(started.capture), { advice: strings.chat.writeAgain })
  return started.body.message
}
