import { z } from 'zod'
import { WireError } from '../../../shared/errors.ts'
import { ChatId, ConnectorId, TurnId } from '../../../shared/ids.ts'
import { TurnKind } from '../../../shared/policy.ts'
import { ChatRow } from '../../../shared/run-record.ts'
import { AuditRow, ChainFinding, RunChoices, RunFilter, RunRow } from '../../../shared/run-log.ts'
import { LookBack } from '../../../shared/what-if.ts'
import type { DecidedCall } from '../runs/what-if.ts'

/* What the thread that reads is asked, and what it answers. Each is one read of what was stored at one moment. */

const read = <I extends z.ZodType, O extends z.ZodType>(input: I, output: O) => ({ input, output }) as const

const page = z.object({ filter: RunFilter, offset: z.int(), limit: z.int() })
const pageOf = <T extends z.ZodType>(row: T) => z.object({ rows: z.array(row), total: z.int() })
const ChainEnd = z.object({ position: z.int(), chain: z.string() })
const LookedAtRun = z.object({ turnId: TurnId, startedAt: z.int(), role: z.string(), kind: TurnKind, isKept: z.boolean() })
/** Thousands at a time, made from parsed rows a moment ago in a thread of ours: their shape isn't looked at twice. */
const Decided = z.custom<readonly (DecidedCall | null)[]>((value) => Array.isArray(value))

export const reads = {
  'chat.search': read(z.object({ query: z.string(), limit: z.int() }), z.array(z.object({ chatId: ChatId, turnId: TurnId.nullable(), title: z.string(), excerpt: z.string(), at: z.int() }))),
  'chat.export': read(z.object({ chat: ChatRow, format: z.enum(['markdown', 'json']) }), z.object({ fileName: z.string(), content: z.string() })),
  'runs.page': read(page, pageOf(RunRow)),
  'runs.choices': read(z.object({}), RunChoices),
  'audit.page': read(page, pageOf(AuditRow)),
  /** Lines as they are stored: whoever asks takes out those that hold a secret. */
  'audit.piece': read(z.object({ filter: RunFilter, after: z.int().nullable(), until: z.int().nullable(), now: z.int() }), z.object({ lines: z.array(z.string()), after: z.int().nullable(), until: z.int(), done: z.int(), of: z.int() })),
  /** The records that follow `last` in the chain; `after` is the position that was read last. */
  'chain.piece': read(z.object({ last: ChainEnd, after: z.int() }), z.object({ last: ChainEnd, after: z.int(), checked: z.int(), of: z.int(), finding: ChainFinding.nullable(), isLast: z.boolean() })),
  'look-back.runs': read(z.object({ back: LookBack, now: z.int() }), z.array(LookedAtRun)),
  'look-back.runs-with': read(z.object({ connectorId: ConnectorId, since: z.int(), limit: z.int() }), z.array(LookedAtRun)),
  'look-back.calls': read(z.object({ runs: z.array(LookedAtRun), /** Roles that can ask somebody. */ asking: z.array(z.string()) }), Decided),
  'look-back.starts': read(z.object({ since: z.int() }), z.array(z.object({ turnId: TurnId, at: z.int() }))),
  'look-back.steps': read(z.object({ since: z.int() }), z.array(z.object({ turnId: TurnId, at: z.int(), tokens: z.int() }))),
} as const

export type Reads = typeof reads
export type ReadName = keyof Reads
export type ReadInput<K extends ReadName> = z.infer<Reads[K]['input']>
export type ReadOutput<K extends ReadName> = z.infer<Reads[K]['output']>
export type Answers = { readonly [K in ReadName]: (input: ReadInput<K>) => ReadOutput<K> }

/** The same seen so that code over any read keeps each one's own types. */
export const readSchemas: { readonly [K in ReadName]: { readonly input: z.ZodType<ReadInput<K>>; readonly output: z.ZodType<ReadOutput<K>> } } = reads

const isReadName = (name: string): name is ReadName => Object.hasOwn(reads, name)

export const ReadRequest = z.object({ name: z.string().refine(isReadName), input: z.unknown() })
export const ReadReply = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('answer'), output: z.unknown() }),
  z.object({ kind: z.literal('refused'), error: WireError }),
  /** A mistake of ours, or rows that aren't what they were; one sentence for the log. */
  z.object({ kind: z.literal('failed'), message: z.string() }),
])
export type ReadReply = z.infer<typeof ReadReply>
