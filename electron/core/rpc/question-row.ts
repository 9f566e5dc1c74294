import { AppError } from '../../../shared/errors.ts'
import type { CallId } from '../../../shared/ids.ts'
import type { Question } from '../../../shared/run-record.ts'
import { stepOf, type TurnState } from '../../../shared/turn-state.ts'
import type { OpenQuestion } from '../store/questions.ts'
import type { QuestionView } from '../tools/tool.ts'
import { explainDecision } from '../gate/explain.ts'
import { explainInterruption } from '../../../shared/explain-interruption.ts'
import { followingCalls } from '../turn/answer.ts'
import { argumentsOf } from '../turn/prompt.ts'
import type { CoreParts } from './core-parts.ts'

/** How a question's arguments are drawn, once it was worked out: views may read files, rows are read at once. */
export interface QuestionViews {
  readonly get: (open: OpenQuestion) => QuestionView
  /** Its question was answered. */
  readonly forget: (callId: CallId) => void
}

/** Until a view is ready, and where its tool can't make one, the arguments are shown as they are. */
export function createQuestionViews(parts: Pick<CoreParts, 'turns' | 'catalog' | 'journal'>, changed: (open: OpenQuestion) => void): QuestionViews {
  const known = new Map<string, QuestionView>()
  const plain: QuestionView = { kind: 'json' }
  const make = async (open: OpenQuestion): Promise<QuestionView> => {
    const call = parts.turns.state(open.turnId).calls.get(open.callId)
    const identity = call?.call.meta?.tool ?? null
    const entry = identity === null ? null : parts.catalog.find(identity)
    return call === undefined || entry === null ? plain : entry.tool.view(argumentsOf(call, parts.journal.readText))
  }
  return {
    get: (open) => {
      const key = `${open.callId}.${open.question}`
      const found = known.get(key)
      if (found !== undefined) return found
      known.set(key, plain)
      make(open).then((view) => {
        if (!known.has(key)) return
        known.set(key, view)
        if (view.kind !== 'json') changed(open)
      }, () => undefined)
      return plain
    },
    forget: (callId) => { for (const key of known.keys()) if (key.startsWith(`${callId}.`)) known.delete(key) },
  }
}

/** Null when the question was answered meanwhile, or its turn can't be read. */
export function toQuestionRow(parts: Pick<CoreParts, 'turns' | 'catalog' | 'journal' | 'roles'>, views: QuestionViews, open: OpenQuestion): Question | null {
  const state = stateOf(parts, open)
  const call = state?.calls.get(open.callId)
  if (state === null || call === undefined || (call.status !== 'parked' && call.status !== 'unknown') || call.question !== open.question) return null
  if (call.call.meta === null || call.call.meta.tool === null || call.call.body === null || call.decision.body === null) return null
  const { tool, digest, idempotencyKey } = call.call.meta
  const { reason, choices, taint } = call.decision.body
  const isOutcome = call.status === 'unknown'
  const following = followingCalls(state, call)
  return {
    turnId: open.turnId, callId: open.callId, question: open.question, digest, chatId: open.chatId, chatTitle: open.chatTitle, role: roleName(parts, state.started?.role ?? ''),
    askedAt: isOutcome ? call.interruptedAt : call.decision.at, expiresAt: isOutcome ? null : call.decision.meta?.expiresAt ?? null, connectorId: tool.connectorId, connectorLabel: tool.connectorLabel, tool: tool.tool, title: tool.title,
    toolClass: call.decision.meta?.toolClass ?? tool.toolClass, provenance: reason.kind === 'matrix' ? reason.provenance : tool.provenance, pin: tool.pin, arguments: call.call.body.arguments, view: views.get(open), reason,
    sentence: isOutcome ? `${explainInterruption(call.by)}${call.settled === null ? '' : ' You had it run again, but its connector isn’t ready.'}` : explainDecision('ask', reason, taint),
    asks: isOutcome ? { kind: 'outcome', by: call.by, interruptedAt: call.interruptedAt, attempt: call.attempt, idempotencyKey } : { kind: 'approval' }, taint: stepOf(state, call.call.step)?.tainted === true ? [...taint] : [],
    choices: isOutcome ? [] : choices.filter((choice) => choice.kind !== 'reject-following' || following.length > 0),
    following: following.map((waiting) => {
      const meta = waiting.call.meta
      const tool = meta?.tool ?? null
      const entry = tool === null ? null : parts.catalog.find(tool)
      return {
        callId: waiting.call.callId, title: meta?.tool?.title ?? meta?.name ?? '', connectorLabel: meta?.tool?.connectorLabel ?? '', toolClass: meta?.tool?.toolClass ?? 'destructive',
        summary: summarise(() => entry?.tool.summarise(argumentsOf(waiting, parts.journal.readText)) ?? ''),
      }
    }),
  }
}

/** A turn that can't be read has no question to show; those of other turns are shown all the same. */
function stateOf(parts: Pick<CoreParts, 'turns'>, open: OpenQuestion): TurnState | null {
  try {
    return parts.turns.state(open.turnId)
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

/** A summary is a courtesy; arguments that can't be summarised are still listed. */
function summarise(make: () => string): string {
  try {
    return make().slice(0, 300)
  } catch {
    return ''
  }
}

/** Built-in roles are known by their id; one that something stored makes, by what the person called it. */
const roleName = ({ roles }: Pick<CoreParts, 'roles'>, id: string): string => (id.includes(':') ? roles.find(id)?.name ?? id : id)
