import { z } from 'zod'
import { ToolIdentity, TurnKind } from './policy.ts'
import { ToolSet } from './tool-set.ts'

/** Limits end a turn; they never pause it. Parked time doesn't count toward `seconds`. */
export const TurnLimits = z.object({
  steps: z.int().positive(),
  seconds: z.int().positive(),
  calls: z.int().positive(),
  toolsOffered: z.int().nonnegative(),
  callSeconds: z.int().positive(),
  /** UTF-16 units of one result that reach the model; the rest is kept with the run. */
  resultLength: z.int().positive(),
  /** Millionths of a dollar for one run; null or left out: nothing of its own. The lower of it and the person's cap counts. */
  money: z.int().positive().nullable().optional(),
  /** Tokens of one answer of the model; left out: as many as fit. */
  outputTokens: z.int().positive().optional(),
})
export type TurnLimits = z.infer<typeof TurnLimits>

export const DEFAULT_LIMITS: TurnLimits = {
  steps: 12, seconds: 120, calls: 64, toolsOffered: 30, callSeconds: 30, resultLength: 64 * 1024,
}

/** Levels of runs below a run that a profile may allow. */
export const DEEPEST_DELEGATION = 5

export const CaptureLevel = z.enum(['none', 'metadata', 'io', 'full'])
export type CaptureLevel = z.infer<typeof CaptureLevel>

/** The second filter. In `all`, a tool has to be in each part; `of` says in a few words whose list it is: "your choice for this coworker". */
export const Ceiling = z.union([ToolSet, z.strictObject({ all: z.array(z.strictObject({ of: z.string(), set: ToolSet })).min(1) })])
export type Ceiling = z.infer<typeof Ceiling>

/** What a role may write with nobody there to ask: the person's word for it, given once, at setup (D15). */
export const Drafts = z.strictObject({
  /** A name of its own for where its drafts go; null: it has no such place. */
  folder: z.string().regex(/^[a-z0-9][a-z0-9-]{0,79}$/).nullable(),
  /** Writes that run all the same. Never more than a write: a tool that became destructive isn't there at all. */
  tools: z.array(ToolIdentity),
})
export type Drafts = z.infer<typeof Drafts>

/**
 * Who a run is, as data. There is no `if` on a role anywhere: code reads these fields. Destructive tools are nobody's but a
 * person's: the matrix keeps them from every other kind, whatever a ceiling says.
 */
export const Role = z.object({
  /** Built-in ones have plain names; others begin with what they are made of: `job:<id>`, `coworker:<id>`, `job:<id>:<coworker>`. */
  id: z.string().min(1),
  /** What a person calls it. */
  name: z.string().min(1),
  /** Beside the system's own; null: none. */
  instructions: z.string().nullable(),
  kind: TurnKind,
  ceiling: Ceiling,
  /** What is left of the ceiling with a model that is certified for reading only. Never more than reads, whatever it says. */
  onReadOnlyModel: ToolSet,
  mayAsk: z.boolean(),
  /** Of its runs; null: the one of new chats. */
  model: z.string().nullable(),
  limits: TurnLimits,
  /** Hosts, and egress tools whatever host they name, that its calls may reach after it has read outside text. A person's word at setup. */
  hosts: z.array(z.string()),
  egressTools: z.array(ToolIdentity),
  drafts: Drafts,
  /** What is kept of its runs once they end; null: as much as the person's setting says when a run starts. */
  capture: CaptureLevel.nullable(),
  /** Null: nothing of its own. */
  maxConcurrentRuns: z.int().positive().nullable(),
  runsPerHour: z.int().positive().nullable(),
  /** Millionths of a dollar on a local day, over all its runs. */
  moneyPerDay: z.int().positive().nullable(),
  /** Tokens on a local day, over all its runs; what is over waits for the next day. Null: nothing of its own. */
  tokensPerDay: z.int().positive().nullable(),
  /** For calls of connectors that bill, in millionths of a dollar; null: nothing of its own. */
  allowance: z.object({ perRun: z.int().positive(), perDay: z.int().positive() }).nullable(),
  attempts: z.int().positive(),
  /** Runs that its runs may start, one below the other; 0: none. */
  delegationDepth: z.int().nonnegative(),
  /** The skills that its runs may read, of those that the person approved; null: all of them. */
  skills: z.array(z.string()).nullable(),
  /** The coworkers that its runs may hand work to. A list is a person's word at setup, which lets such a call run with nobody there to ask. */
  delegatesTo: z.union([z.literal('any'), z.array(z.string())]),
}).refine((role) => role.kind !== 'person' || (role.drafts.tools.length === 0 && role.hosts.length === 0 && role.egressTools.length === 0 && (role.delegatesTo === 'any' || role.delegatesTo.length === 0)), 'Where a person is there, nothing runs by an earlier word of theirs.')
export type Role = z.infer<typeof Role>
