import type { CallHandlers, WatchHandlers } from '../../../shared/contract.ts'
import { AppError, toWireError } from '../../../shared/errors.ts'
import { foldTurn } from '../../../shared/fold-turn.ts'
import { CallId } from '../../../shared/ids.ts'
import type { Question, StandingApproval } from '../../../shared/run-record.ts'
import { PERSON_CHAT } from '../roles/built-in-roles.ts'
import type { CoreParts } from './core-parts.ts'
import { explainCall } from './explain-call.ts'
import { createLastLook, type LastLook } from './last-look.ts'
import { createQuestionViews, toQuestionRow } from './question-row.ts'
import { createRows, type Rows } from './rows.ts'

type TurnCalls = Pick<CallHandlers, 'turn.start' | 'turn.stop' | 'turn.answer' | 'turn.edit-call' | 'turn.settle-call' | 'turn.read' | 'blob.read' | 'standing.revoke' | 'call.explain'>
type TurnWatches = Pick<WatchHandlers, 'turn.watch' | 'questions.watch' | 'standing.watch'>

export interface TurnHandlers { readonly calls: TurnCalls; readonly watches: TurnWatches; /** A chat was renamed, deleted or restored. */ readonly refresh: () => void; readonly close: () => void }

/** What can give, void or end an approval ahead. */
const STANDING_EVENTS: ReadonlySet<string> = new Set(['approval.answered', 'turn.started', 'step.started', 'turn.ended'])

export function createTurnHandlers(parts: CoreParts): TurnHandlers {
  const { turns, journal, chats, settings, watchers, questions } = parts
  const views = createQuestionViews(parts, (open) => { rows.touch(open.callId) })
  const rows: Rows<Question> = createRows({
    list: () => questions.list().flatMap((open) => toQuestionRow(parts, views, open) ?? []),
    idOf: (row) => row.callId,
    find: (id) => { const open = questions.find(CallId.parse(id)); return open === null ? null : toQuestionRow(parts, views, open) },
  })
  const standing: Rows<StandingApproval> = createRows({ list: parts.standing.list, idOf: (row) => row.id, find: (id) => parts.standing.list().find((row) => row.id === id) ?? null })
  const lastLook = createLastLook(parts)
  let listed: readonly string[] = []
  /** Those that are gone from the list are told as well. */
  const refreshStanding = (): void => {
    const now = parts.standing.list().map((row) => row.id)
    for (const id of new Set([...listed, ...now])) standing.touch(id)
    listed = now
  }

  parts.onAppended((state, seated) => {
    for (const { event } of seated) {
      if (event.kind === 'gate.decided' && event.verdict === 'ask') rows.touch(event.callId)
      if (event.kind === 'gate.decided' && event.body?.reason.kind === 'standing-approval') standing.touch(event.body.reason.id)
      if (event.kind === 'outcome.asked') rows.touch(event.callId)
      if (event.kind === 'approval.answered' || event.kind === 'outcome.settled') {
        views.forget(event.callId)
        rows.touch(event.callId)
      }
      if (event.kind === 'tool.ended' && state.parked !== null) rows.touch(state.parked)
      if (STANDING_EVENTS.has(event.kind) && (listed.length > 0 || event.kind === 'approval.answered')) refreshStanding()
    }
  })

  return {
    refresh: () => {
      for (const open of questions.list()) rows.touch(open.callId)
      refreshStanding()
    },
    close: () => {
      lastLook.close()
      rows.end()
      standing.end()
    },
    calls: {
      'turn.start': async ({ chatId, parentTurnId, message }) => {
        const check = (): void => {
          if (!chats.has(chatId)) throw new AppError('input.not-found', 'That chat does not exist any more.', { kept: 'Your message is still in the box.', advice: 'Send it in another chat.' })
        }
        check()
        if (parentTurnId !== null && chats.turn(parentTurnId)?.chatId !== chatId) throw new AppError('input.not-found', 'The message before this one is not in this chat.', { kept: 'Your message is still in the box.' })
        if (message.every((part) => part.text.trim() === '')) throw new AppError('input.invalid', 'There is nothing in the message.', { advice: 'Write something first.' })
        return { turnId: await turns.start({ chatId, parentTurnId: parentTurnId ?? chats.startsAfter(chatId), message, role: PERSON_CHAT, model: settings.get().model, check }) }
      },
      'turn.stop': async ({ turnId }) => { await turns.stop(turnId); return {} },
      'turn.answer': ({ turnId, callId, question, digest, answer, reason }, { clientId }) =>
        turns.answer({ key: { turnId, callId, question, digest }, choice: answer, reason: reason?.trim() === '' ? null : reason ?? null, client: clientId }),
      'turn.edit-call': ({ turnId, callId, question, digest, arguments: argumentsText }, { clientId }) =>
        turns.edit({ key: { turnId, callId, question, digest }, argumentsText, client: clientId }),
      'turn.settle-call': ({ turnId, callId, question, digest, answer, result }, { clientId }) =>
        turns.settleCall({ key: { turnId, callId, question, digest }, answer, result: result ?? null, client: clientId }),
      'turn.read': ({ turnIds }) => Promise.resolve(turnIds.map((turnId) => readTurn(parts, lastLook, turnId))),
      'blob.read': ({ digest }) => Promise.resolve({ text: parts.blobs.read(digest) }),
      'standing.revoke': ({ id }) => {
        parts.standing.revoke(id, parts.host.clock.now())
        standing.touch(id)
        return Promise.resolve({})
      },
      'call.explain': ({ turnId, callId }) => Promise.resolve(explainCall(turns.state(turnId), callId)),
    },
    watches: {
      'turn.watch': ({ turnId, after }, emit) => {
        const stored = lastLook.take(turnId) ?? journal.read(turnId)
        return watchers.watch(turnId, { after: stored.slice(after), seq: stored.length }, lastLook.followed(turnId, emit))
      },
      'questions.watch': (_input, emit) => rows.watch(emit),
      'standing.watch': (_input, emit) => standing.watch(emit),
    },
  }
}

/** What can be read is shown, up to where it can't be, with the reason. */
function readTurn({ journal }: CoreParts, lastLook: LastLook, turnId: Parameters<CallHandlers['turn.read']>[0]['turnIds'][number]): Awaited<ReturnType<CallHandlers['turn.read']>>[number] {
  try {
    const events = [...lastLook.take(turnId) ?? journal.read(turnId)]
    try {
      foldTurn(turnId, events.map(({ event }) => event))
      return { turnId, events, problem: null }
    } catch (error) {
      return { turnId, events: events.slice(0, legalLength(turnId, events)), problem: toWireError(error).message }
    }
  } catch (error) {
    if (error instanceof AppError) return { turnId, events: [], problem: error.message }
    throw error
  }
}

function legalLength(turnId: Parameters<typeof foldTurn>[0], events: Awaited<ReturnType<CallHandlers['turn.read']>>[number]['events']): number {
  let state = foldTurn(turnId, [])
  for (const [index, { event }] of events.entries()) {
    try {
      state = foldTurn(turnId, [event], state)
    } catch {
      return index
    }
  }
  return events.length
}
