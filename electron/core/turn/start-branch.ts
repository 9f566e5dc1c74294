import type { z } from 'zod'
import type { BranchBody, BranchChange, BranchHeader, BranchMeta, TightenedClass, ToolDescription } from '../../../shared/branch.ts'
import type { MessageInput } from '../../../shared/contract.ts'
import { AppError } from '../../../shared/errors.ts'
import type { CallId, CaseRunId, TurnId } from '../../../shared/ids.ts'
import { inlineText, type StoredText } from '../../../shared/stored-text.ts'
import { firstStepOf, isClosed, lastStepOf, stepOf, type CallState, type StepState, type TurnState } from '../../../shared/turn-state.ts'
import type { StepBlock, TurnEvent, TurnEventOf } from '../../../shared/turn-event.ts'
import { NO_USAGE } from '../../../shared/usage.ts'
import { isStricter } from '../gate/gate.ts'
import { prefixOf } from '../runs/branch.ts'
import type { ContextTaint } from './chain.ts'
import { toolCalled } from './step-events.ts'
import type { TurnPorts } from './turn-ports.ts'

/** What makes a turn a branch, in the layers of its first event. */
export interface BranchStart {
  readonly header: z.infer<typeof BranchHeader>
  readonly meta: z.infer<typeof BranchMeta>
  readonly body: z.infer<typeof BranchBody>
  /** What the steps that it takes over had read. */
  readonly taint: ContextTaint
  /** A step whose calls are made anew, in the commit of the start. */
  readonly firstStep?: (turnId: TurnId, started: TurnEventOf<'turn.started'>) => readonly TurnEvent[]
}

/** What a person changes; undefined stays as it was. */
export interface BranchChanges {
  readonly model: string | undefined
  readonly system: string | undefined
  readonly message: readonly MessageInput[] | undefined
  readonly results: readonly { readonly callId: CallId; readonly content: string }[]
  readonly classes: readonly TightenedClass[]
  readonly descriptions?: readonly ToolDescription[]
  /** Of a case run: which, and what may run in it beside reads. */
  readonly caseRun?: CaseRunId
  readonly allow?: readonly string[]
}

export type BranchSources = Pick<TurnPorts, 'journal' | 'catalog' | 'chain' | 'ids' | 'sha256'>

const refuse = (message: string, advice?: string): never => { throw new AppError('input.invalid', message, { kept: 'The run is as it was.', ...(advice === undefined ? {} : { advice }) }) }
const notKept = (what: string): never => refuse(`${what} is not kept any more, so nothing can go on from there.`)

/**
 * A branch of a run from one of its steps.
 * @throws AppError `input.invalid` for a step that there is none of, or whose texts aren't kept, and for a change that can't be made
 */
export function branchFrom(sources: BranchSources, origin: TurnState, fromStep: number, changes: BranchChanges): BranchStart {
  refuseStep(origin, fromStep)
  const prefix = prefixOf(origin.turnId, sources.journal.read(origin.turnId).map(({ event }) => event), fromStep)
  if ([...prefix.calls.values()].some((call) => !isClosed(call))) refuse('The calls before that step have no results yet.', 'Wait for them, or choose a step before.')
  if (changes.message === undefined && origin.started?.body === null) notKept('The message of that run')
  if (prefix.steps.some(({ ended }) => ended?.body === null)) notKept('What was said before that step')
  for (const { callId } of changes.results) if (!isTakenOver(sources, prefix, fromStep, callId)) refuse('A result can be changed only of a call before that step.')
  for (const change of changes.classes) refuseLooser(sources, change)
  return {
    header: { origin: origin.turnId, fromStep, mode: 'guarded' },
    meta: { changed: namesOf(changes), classes: [...changes.classes], letThrough: null, ...(changes.caseRun === undefined ? {} : { caseRun: changes.caseRun, allowed: [...changes.allow ?? []] }) },
    body: { system: changes.system === undefined ? null : inlineText(changes.system.toWellFormed()), results: changes.results.map(({ callId, content }) => ({ callId, content: inlineText(content.toWellFormed()) })), ...storedDescriptions(changes) },
    taint: { tainted: prefix.tainted, taint: prefix.taint },
  }
}

const storedDescriptions = ({ descriptions = [] }: BranchChanges): Pick<BranchStart['body'], 'descriptions'> =>
  descriptions.length === 0 ? {} : { descriptions: descriptions.map(({ connectorId, tool, text }) => ({ connectorId, tool, text: inlineText(text.toWellFormed()) })) }

function namesOf({ model, system, message, results, classes, descriptions = [] }: BranchChanges): BranchChange[] {
  const changed: readonly (readonly [BranchChange, boolean])[] = [['model', model !== undefined], ['system', system !== undefined], ['message', message !== undefined], ['results', results.length > 0], ['classes', classes.length > 0], ['descriptions', descriptions.length > 0]]
  return changed.flatMap(([name, isChanged]) => (isChanged ? [name] : []))
}

/** After the last step the model speaks again only where that step made calls. */
function refuseStep(origin: TurnState, fromStep: number): void {
  const last = lastStepOf(origin)
  if (fromStep > last + 1) refuse('That run has no such step.', 'Choose a step that it has.')
  if (fromStep !== last + 1 || fromStep === 1) return
  const calls = [...origin.calls.values()].some(({ call }) => call.step === last)
  if (!calls && fromStep > firstStepOf(origin)) refuse('The run ended with that step, and nothing follows from it.', 'Choose the last step, or one before it.')
}

function isTakenOver({ chain }: BranchSources, prefix: TurnState, fromStep: number, callId: CallId): boolean {
  if (prefix.calls.has(callId)) return true
  const branch = prefix.started?.branch
  if (branch === undefined) return false
  const call = chain.load(branch.origin).calls.get(callId)?.call
  return call !== undefined && call.step < Math.min(fromStep, branch.fromStep)
}

function refuseLooser({ catalog }: BranchSources, { connectorId, tool, toolClass }: TightenedClass): void {
  const entry = catalog.find({ connectorId, tool })
  if (entry === null) refuse(`There is no tool ${tool} of ${connectorId}.`)
  else if (!isStricter(toolClass, entry.tool.toolClass)) refuse(`${entry.tool.title} is ${entry.tool.toolClass} already; in a branch a class can only become stricter.`)
}

/**
 * The turn in which a call goes on that a branch stopped at: the branch's last step stands in it with calls of its own, which take what
 * the branch has recorded of them; the rest is judged by the gate, and from there on it is a turn like any other.
 * @throws AppError `input.invalid` when nothing waits there
 */
export function letThrough(sources: BranchSources, blocked: TurnState): BranchStart {
  const call = blocked.blocked === null ? undefined : blocked.calls.get(blocked.blocked.callId)
  const step = call === undefined ? undefined : stepOf(blocked, call.call.step)
  if (blocked.ended === null || call === undefined || step === undefined) return refuse('No call of this branch waits to be let through.')
  const made = [...blocked.calls.values()].filter(({ call: { step: number, author } }) => number === step.step && author === 'model')
  if (step.started.meta === null || made.some(({ call: { body, meta } }) => body === null || meta === null)) return notKept('What the branch stopped at')
  const inherited = blocked.started?.meta?.branch
  return {
    header: { origin: blocked.turnId, fromStep: step.step, mode: 'live' },
    meta: { changed: inherited?.changed ?? [], classes: inherited?.classes ?? [], letThrough: call.call.author === 'model' ? call.call.position : null },
    body: { system: blocked.started?.body?.branch?.system ?? null, results: [], ...toldOtherwise(blocked) },
    taint: { tainted: step.tainted, taint: step.taint },
    firstStep: (turnId, started) => sameStep(sources, turnId, started, step, made),
  }
}

const toldOtherwise = ({ started }: TurnState): Pick<BranchStart['body'], 'descriptions'> => {
  const descriptions = started?.body?.branch?.descriptions
  return descriptions === undefined ? {} : { descriptions }
}

/** The step as it was said, with calls that are this turn's own. */
function sameStep({ journal, catalog, ids, sha256 }: BranchSources, turnId: TurnId, started: TurnEventOf<'turn.started'>, step: StepState, made: readonly CallState[]): readonly TurnEvent[] {
  const { at } = started
  const { meta } = step.started
  const offered = meta?.offered ?? []
  const making = { turnId, step: step.step, at, offered, catalog, newCallId: ids.newCallId, sha256, callSalt: started.body?.callSalt, started }
  const own = new Map<CallId, CallId>()
  const calls = made.map(({ call }): TurnEvent => {
    const malformed = call.meta?.malformed ?? null
    const raw = call.body === null || call.body.raw === null ? '' : journal.readText(call.body.raw)
    const canonical = call.body === null ? '{}' : journal.readText(call.body.arguments)
    const event = toolCalled(making, { name: call.meta?.name ?? '', canonical, malformed: malformed === null ? null : { kind: malformed, raw } }, call.position, 'model', null)
    own.set(call.callId, event.callId)
    return event
  })
  const whole = (text: StoredText): StoredText => inlineText(journal.readText(text))
  const blocks = step.blocks.map((block): StepBlock => {
    switch (block.type) {
      case 'call': return { type: 'call', callId: own.get(block.callId) ?? block.callId }
      case 'text': return { type: 'text', text: whole(block.text) }
      case 'thinking': return { ...block, thinking: whole(block.thinking) }
      case 'redacted-thinking': return { ...block, data: whole(block.data) }
    }
  })
  return [
    { kind: 'step.started', version: 1, at, step: step.step, tainted: step.tainted || started.tainted, meta: { model: meta?.model ?? '', offered, reservedTokens: 0 }, body: { taint: [...step.taint] } },
    ...calls,
    { kind: 'step.ended', version: 1, at, step: step.step, how: 'complete', stopReason: step.ended?.stopReason ?? null, meta: { usage: NO_USAGE, detail: step.ended?.meta?.detail ?? null }, body: { blocks, message: null } },
  ]
}
