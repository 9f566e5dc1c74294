import { z } from 'zod'
import type { CallId, TurnId } from '../../../shared/ids.ts'
import { forgottenSource, TaintSource } from '../../../shared/taint.ts'
import type { ToolContext } from '../tools/tool.ts'

/** The call that wrote something; null: the person did, in the window. */
export interface Origin { readonly turnId: TurnId; readonly callId: CallId }

/** What a store keeps beside the text itself. `at` in milliseconds since 1970. */
export interface Writing { readonly at: number; readonly origin: Origin | null; readonly taint: readonly TaintSource[] }

const TaintColumn = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    context.addIssue({ code: 'custom', message: 'not JSON' })
    return z.NEVER
  }
}).pipe(z.array(TaintSource))

const LABEL_LENGTH = 300
const READING_OF = / \(written after reading .*\)$/s

/** What a call writes is tainted by what its step had read, and remembers who wrote it. */
export const writingOf = (context: ToolContext<unknown>, at: number): Writing =>
  ({ at, origin: { turnId: context.turnId, callId: context.callId }, taint: context.taint })

export const taintToColumn = (taint: readonly TaintSource[]): string => JSON.stringify(taint)

/** Never throws and never loosens: a column that can't be read counts as taint whose source is forgotten. */
export function taintFromColumn(column: unknown, at: number): readonly TaintSource[] {
  const parsed = TaintColumn.safeParse(column)
  return parsed.success ? parsed.data : [forgottenSource(at)]
}

/** Where reading happens: the connector and tool whose result will hold the stored text. */
export interface Reader { readonly connectorId: TaintSource['connectorId']; readonly tool: string; readonly now: number }

/** Notes what was read from a store, if any of it was tainted. `what` is how a person knows it, such as `memory 12`. */
export function noteStored(context: ToolContext<unknown>, reader: Reader, read: readonly { readonly what: string; readonly taint: readonly TaintSource[] }[]): void {
  const sources = read.flatMap(({ what, taint }) => storedSources(context, reader, what, taint))
  if (sources.length > 0) context.noteTaint(sources)
}

/** None for clean text, else one source that names it and what its writer had read. */
function storedSources(context: ToolContext<unknown>, reader: Reader, what: string, taint: readonly TaintSource[]): readonly TaintSource[] {
  const first = taint[0]
  if (first === undefined) return []
  const others = taint.length === 1 ? '' : ` and ${taint.length - 1} more`
  const read = `${shorten(first.label.replace(READING_OF, ''), 120)}${others}`
  return [{
    kind: 'stored', turnId: context.turnId, callId: context.callId, connectorId: reader.connectorId, tool: reader.tool,
    label: shorten(`${shorten(what, 140)} (written after reading ${read})`, LABEL_LENGTH), at: reader.now,
  }]
}

/** Cuts the middle, so that both ends stay recognisable. Never parts a surrogate pair. */
export function shorten(text: string, length: number): string {
  if (text.length <= length) return text
  const kept = length - 1
  const head = text.slice(0, Math.ceil(kept / 2)).replace(/[\uD800-\uDBFF]$/, '')
  const tail = text.slice(text.length - Math.floor(kept / 2)).replace(/^[\uDC00-\uDFFF]/, '')
  return `${head}…${tail}`
}
