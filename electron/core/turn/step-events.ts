import type { Digest, TurnId } from '../../../shared/ids.ts'
import type { CallId } from '../../../shared/ids.ts'
import { inlineText } from '../../../shared/stored-text.ts'
import type { OfferedTool, StepBlock, TurnEventOf } from '../../../shared/turn-event.ts'
import type { TurnState } from '../../../shared/turn-state.ts'
import type { Catalog, CatalogEntry } from '../tools/catalog.ts'
import { classIn } from '../runs/branch.ts'
import { callDigestOf, idempotencyKeyOf } from '../tools/fingerprint.ts'
import type { ModelAnswer, WrittenCall } from './call-model.ts'

export interface CallMaking {
  readonly turnId: TurnId
  readonly step: number
  readonly at: number
  readonly offered: readonly OfferedTool[]
  readonly catalog: Catalog
  readonly newCallId: () => CallId
  readonly sha256: (text: string) => Digest
  readonly callSalt: string | undefined
  /** Of the turn, for the class that counts in it. */
  readonly started: TurnState['started']
}

export const callSaltOf = ({ started }: TurnState): string | undefined => started?.body?.callSalt

/** A finished step as events: its calls in the model's order, then its end. One transaction, or nothing happened. */
export function stepEvents(making: CallMaking, answer: ModelAnswer): readonly (TurnEventOf<'tool.called'> | TurnEventOf<'step.ended'>)[] {
  const calls: TurnEventOf<'tool.called'>[] = []
  const blocks = answer.blocks.map((block): StepBlock => {
    if (block.type !== 'written-call') return block
    const event = toolCalled(making, block.call, `${making.step}.${calls.length + 1}`, 'model', null)
    calls.push(event)
    return { type: 'call', callId: event.callId }
  })
  return [...calls, {
    kind: 'step.ended', version: 1, at: making.at, step: making.step, how: answer.how, stopReason: answer.stopReason,
    meta: { usage: answer.usage, detail: answer.detail }, body: { blocks, message: answer.message },
  }]
}

/** Records what a name means now: class, facts and pin are those the call is judged by. */
export function toolCalled(making: CallMaking, written: WrittenCall, position: string, author: 'model' | 'person' | 'code', replaces: CallId | null): TurnEventOf<'tool.called'> {
  const entry = lookUp(making, written.name)
  const pin = entry?.pin ?? null
  return {
    kind: 'tool.called', version: 1, at: making.at, callId: making.newCallId(), step: making.step, position, author, replaces,
    meta: {
      name: written.name.slice(0, 64).toWellFormed(),
      tool: entry === null ? null : {
        ...entry.tool.identity, title: entry.tool.title, connectorLabel: entry.connector.label, ...classOf(making, entry),
        untrusted: entry.tool.untrusted, egress: entry.tool.egress, alwaysAsks: entry.tool.alwaysAsks || entry.asksByPerson || entry.asksByOperator, pin: entry.pin,
      },
      digest: callDigestOf(entry?.tool.identity ?? null, pin, written.canonical, making.sha256, making.callSalt),
      malformed: written.malformed?.kind ?? null,
      idempotencyKey: idempotencyKeyOf(making.turnId, position, making.sha256),
    },
    body: { arguments: inlineText(written.canonical), raw: written.malformed === null ? null : inlineText(written.malformed.raw.toWellFormed()) },
  }
}

/** A branch may have been made with a stricter one. */
function classOf(making: CallMaking, { tool }: CatalogEntry): Pick<CatalogEntry['tool'], 'toolClass' | 'provenance'> {
  const toolClass = classIn(making, tool.identity, tool.toolClass)
  return { toolClass, provenance: toolClass === tool.toolClass ? tool.provenance : 'set' }
}

/** By what the step offered; a name that exists but wasn't offered is still recorded as what it is, and denied. */
function lookUp(making: CallMaking, name: string): CatalogEntry | null {
  const offered = making.offered.find((tool) => tool.name === name)
  return offered === undefined ? making.catalog.findByModelName(name) : making.catalog.find(offered)
}
