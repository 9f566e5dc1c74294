import type Database from 'better-sqlite3'
import { keepsTexts } from '../../../shared/capture.ts'
import { StandingApprovalId } from '../../../shared/ids.ts'
import type { StoredText } from '../../../shared/stored-text.ts'
import { previewOf } from '../../../shared/stored-text.ts'
import { firstStepOf, lastStepOf, openStep, statusOf, stepOf, type TurnState, type TurnStatus } from '../../../shared/turn-state.ts'
import type { SeatedEvent, TurnEventOf } from '../../../shared/turn-event.ts'
import { NO_USAGE, type Usage } from '../../../shared/usage.ts'
import type { Ledger } from '../budget/ledger.ts'
import type { StandingApprovals } from '../gate/standing-approvals.ts'
import { createAuditEntries } from './audit-entries.ts'
import type { Project } from './journal.ts'
import { createRunLinks } from './run-links.ts'

const PREVIEW = 120
/** The service refused the request, or it was never sent: nothing was used, and the step says so by its code. */
const TURNED_AWAY = /^(?:model\.(?:unauthorized|not-found|bad-request|too-long)|secret\.[a-z-]+)$/u
const wasTurnedAway = ({ how, meta }: TurnEventOf<'step.ended'> | TurnEventOf<'compaction.failed'>): boolean => how === 'failed' && TURNED_AWAY.test(meta?.detail ?? '')

/** What the service counted; what it counted of a step that a crash cut died with the process. */
const usedBy = ({ how, meta }: TurnEventOf<'step.ended'> | TurnEventOf<'compaction.failed'>): Usage => (how === 'crashed' ? NO_USAGE : meta?.usage ?? NO_USAGE)

/** Beyond this a message is found by its beginning; search is for finding a chat, not for reading it. */
const SEARCHED_LENGTH = 100_000

/** As the list of chats and runs shows it. */
export const shownStatus = (state: TurnState): TurnStatus => (openStep(state) !== null ? 'running' : statusOf(state))

/** What a turn's row says beside its status. A step that has only begun is counted with what it used: its commit writes a page less. */
const isSameRow = (state: TurnState, before: TurnState): boolean =>
  before.started !== null && state.ended === null && state.tainted === before.tainted && state.calls.size === before.calls.size && state.usage === before.usage

/** Rows that follow from events, written in the transaction that stores them: they can't disagree. */
export function createProjections(database: Database.Database, ledger: Ledger, standing: StandingApprovals): Project {
  const insertTurn = database.prepare('INSERT INTO turns (turn_id, chat_id, parent_turn_id, role, model, started_at, ended_at, status, tainted, steps, calls, usage, preview) VALUES (@turnId, @chatId, (SELECT turn_id FROM turns WHERE turn_id = @parent AND chat_id = @chatId), @role, @model, @at, NULL, @status, @tainted, 0, 0, @usage, @preview)')
  const updateTurn = database.prepare('UPDATE turns SET ended_at = ?, tainted = ?, steps = ?, calls = ?, usage = ? WHERE turn_id = ?')
  // By itself, because it is in an index that most appends leave as it is.
  const updateStatus = database.prepare('UPDATE turns SET status = ? WHERE turn_id = ?')
  const showTurn = database.prepare(`UPDATE chats SET leaf_turn_id = ?, updated_at = ?, draft = '', title = CASE WHEN named = 0 AND title = '' THEN ? ELSE title END WHERE chat_id = ?`)
  const touchChat = database.prepare('UPDATE chats SET updated_at = ? WHERE chat_id = ?')
  const insertQuestion = database.prepare('INSERT INTO questions (turn_id, call_id, question, chat_id, asked_at, expires_at) VALUES (?, ?, ?, ?, ?, ?)')
  const removeQuestion = database.prepare('DELETE FROM questions WHERE turn_id = ? AND question = ?')
  const spendStanding = database.prepare('UPDATE standing_approvals SET used = used + 1 WHERE id = ?')
  const voidStanding = database.prepare('UPDATE standing_approvals SET revoked_at = ? WHERE chat_id = ? AND revoked_at IS NULL')
  const insertSearch = database.prepare('INSERT INTO message_search (text, turn_id, chat_id) VALUES (?, ?, ?)')

  const selectSearched = database.prepare('SELECT searched FROM turns WHERE turn_id = ?').pluck()
  const updateSearched = database.prepare('UPDATE turns SET searched = ? WHERE turn_id = ?')

  const keepAudit = createAuditEntries(database)
  const links = createRunLinks(database)

  const chatOf = (state: TurnState): string => state.started?.chatId ?? ''
  /** What won't be kept is never found either, not even while its turn is open. */
  const search = (state: TurnState, text: string): void => { if (text.trim() !== '' && state.started !== null && keepsTexts(state.started.capture)) insertSearch.run(text, state.turnId, chatOf(state)) }

  /** New taint ends what was approved ahead, from the next step on: within one, verdicts don't depend on which read ends first. */
  const voidAfterTaint = (state: TurnState, step: number, at: number): void => {
    const arrived = [...state.calls.values()].some((call) => call.status === 'done' && call.call.step === step && call.ended.tainted)
    if (arrived) voidStanding.run(at, chatOf(state))
  }

  /** What was said since the last time, as one message: once the turn rests, because a row a step costs more than all else that is stored of one. */
  const searchSteps = (state: TurnState, readText: (stored: StoredText) => string): void => {
    const ended = state.steps.filter((step) => step.ended !== null)
    const fresh = ended.slice(Number(selectSearched.get(state.turnId)))
    if (fresh.length === 0) return
    search(state, fresh.map(({ blocks }) => blocks.map((block) => block.type === 'text' ? readText(block.text) : '').join('\n').slice(0, SEARCHED_LENGTH)).join('\n'))
    updateSearched.run(ended.length, state.turnId)
  }

  const begin = (state: TurnState, event: TurnEventOf<'turn.started'>, readText: (stored: StoredText) => string): void => {
    const parts = event.body?.message ?? []
    // Of what came from outside its own words; what leads to them is the same each time.
    const outside = parts.filter(({ origin }) => origin === 'webhook')
    const preview = !keepsTexts(event.capture) ? '' : (outside.length === 0 ? parts : outside).map((part) => previewOf(part.text)).join(' ').replace(/\s+/g, ' ').trim().slice(0, PREVIEW)
    // A chat's tree holds its own turns: one that follows a turn of another chat is at its root.
    insertTurn.run({ turnId: state.turnId, chatId: event.chatId, parent: event.parentTurnId, role: event.role, model: event.meta?.model ?? '', at: event.at, status: 'running', tainted: event.tainted ? 1 : 0, usage: JSON.stringify(state.usage), preview })
    links.add(state)
    // A case run is looked at in its table; the chats that its runs come from go on showing what they did.
    if (event.meta?.branch?.caseRun === undefined) showTurn.run(state.turnId, event.at, preview.slice(0, 80), event.chatId)
    search(state, parts.map((part) => readText(part.text)).join('\n').slice(0, SEARCHED_LENGTH))
    if (event.body?.taint.some((source) => source.turnId === state.turnId) === true) voidStanding.run(event.at, event.chatId)
  }

  /** A run counts when its first step starts: one that waited for room hasn't run. */
  const openStepInLedger = (state: TurnState, event: TurnEventOf<'step.started'>): void => {
    const { started } = state
    if (started === null) return
    if (event.step === firstStepOf(state)) ledger.countStart(state.turnId, event.at)
    ledger.open({ turnId: state.turnId, step: event.step, chatId: started.chatId, role: started.role, model: event.meta?.model ?? '', at: event.at, reserved: event.meta?.reservedTokens ?? 0, money: event.meta?.money ?? null })
  }

  const openCompactionInLedger = (state: TurnState, { compaction, meta, at }: TurnEventOf<'compaction.started'>): void => {
    if (state.started === null) return
    ledger.open({ turnId: state.turnId, step: -compaction, chatId: state.started.chatId, role: state.started.role, model: meta?.model ?? '', at, reserved: meta?.reservedTokens ?? 0, money: meta?.money ?? null })
  }

  /** An answer that reaches further is kept beside it, bound to the definition and the taint it was given for. */
  const grantStanding = (state: TurnState, event: TurnEventOf<'approval.answered'>): void => {
    const call = state.calls.get(event.callId)?.call
    const tool = call?.meta?.tool ?? null
    const step = call === undefined ? undefined : stepOf(state, call.step)
    const reach = event.meta?.standing ?? null
    if (event.answer !== 'approved' || reach === null || state.started === null || tool === null || step === undefined) return
    standing.add(StandingApprovalId.parse(`standing_${event.callId.slice('call_'.length)}x${event.question}`), { chatId: state.started.chatId, turnId: state.turnId, identity: tool, pin: tool.pin, taint: step.taint, scope: reach.scope, times: reach.times, title: tool.title, at: event.at })
  }

  const apply = (state: TurnState, { event, seq }: SeatedEvent, readText: (stored: StoredText) => string): void => {
    switch (event.kind) {
      case 'turn.started':
        return begin(state, event, readText)
      case 'step.started':
        openStepInLedger(state, event)
        return voidAfterTaint(state, event.step - 1, event.at)
      case 'step.ended':
        ledger.settle(state.turnId, event.step, usedBy(event), event.how === 'complete' || wasTurnedAway(event))
        return
      case 'compaction.started':
        return openCompactionInLedger(state, event)
      case 'context.compacted':
        ledger.settle(state.turnId, -event.compaction, event.meta?.usage ?? NO_USAGE, true)
        return
      case 'compaction.failed':
        ledger.settle(state.turnId, -event.compaction, usedBy(event), wasTurnedAway(event))
        return
      case 'gate.decided':
        if (event.verdict === 'ask') insertQuestion.run(state.turnId, event.callId, seq, chatOf(state), event.at, event.meta?.expiresAt ?? null)
        if (event.body?.reason.kind === 'standing-approval') spendStanding.run(event.body.reason.id)
        return
      case 'approval.answered':
        removeQuestion.run(state.turnId, event.question)
        return grantStanding(state, event)
      case 'outcome.asked':
        insertQuestion.run(state.turnId, event.callId, seq, chatOf(state), event.at, null)
        return
      case 'outcome.settled':
        removeQuestion.run(state.turnId, event.question)
        return
      case 'turn.ended':
        voidAfterTaint(state, lastStepOf(state), event.at)
        if (state.started?.meta?.branch?.caseRun === undefined) touchChat.run(event.at, chatOf(state))
        return
      case 'turn.resumed': case 'approval.voided': case 'tool.called': case 'tool.started': case 'effect.started': case 'effect.ended': case 'branch.blocked': case 'tool.interrupted': case 'tool.ended': case 'turn.paused': case 'turn.unpaused':
        return
    }
  }

  return (state, before, seated, readText) => {
    for (const event of seated) apply(state, event, readText)
    keepAudit(state, seated)
    const status = shownStatus(state)
    if (!isSameRow(state, before)) updateTurn.run(state.ended?.at ?? null, state.tainted ? 1 : 0, state.steps.length, state.calls.size, JSON.stringify(state.usage), state.turnId)
    // A turn that has not started has the status of one that runs, and its row begins with that.
    if (status !== shownStatus(before)) updateStatus.run(status, state.turnId)
    if (status !== 'running') searchSteps(state, readText)
  }
}
