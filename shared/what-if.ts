import { z } from 'zod'
import { call } from './contract-parts.ts'
import { CallId, ConnectorId, TurnId } from './ids.ts'
import { ToolClass, Verdict } from './policy.ts'
import { RunCheck } from './replay.ts'

/*
 * What recorded calls would have met under another policy: a fold over what was recorded, without a model and without a tool.
 * Each call is judged as it was made; what a run would have done after another decision nobody can know.
 */

const identity = { connectorId: ConnectorId, tool: z.string() }

/** What would be otherwise; null and left out: as it was. */
export const PolicyChange = z.object({
  classes: z.array(z.object({ ...identity, toolClass: ToolClass })).max(2000),
  /** `tool` null: the whole connector. */
  switches: z.array(z.object({ connectorId: ConnectorId, tool: z.string().nullable(), on: z.boolean() })).max(2000),
  /** Off: no text from outside would make a call ask. */
  taintRule: z.literal('off').nullable(),
  guard: z.enum(['on', 'off']).nullable(),
  runsPerHour: z.int().positive().nullable(),
  tokensPerDay: z.int().positive().nullable(),
})
export type PolicyChange = z.infer<typeof PolicyChange>

export const NO_CHANGE: PolicyChange = { classes: [], switches: [], taintRule: null, guard: null, runsPerHour: null, tokensPerDay: null }

const Verdicts = z.object({ run: z.int(), ask: z.int(), deny: z.int() })
export type Verdicts = z.infer<typeof Verdicts>

/** A call that would have met another verdict. */
export const ChangedCall = z.object({
  turnId: TurnId, callId: CallId, seq: z.int(), at: z.int(), ...identity,
  then: Verdict, now: Verdict,
  /** Why, in one sentence. */
  sentence: z.string(),
})
export type ChangedCall = z.infer<typeof ChangedCall>

/** A run that a cap would have held up: before its first step, or before one of its later ones. */
export const CappedRun = z.object({ turnId: TurnId, at: z.int(), cap: z.enum(['runs-per-hour', 'tokens-per-day']) })
export type CappedRun = z.infer<typeof CappedRun>

export const WhatIf = z.object({
  /** How many runs and calls were judged; the oldest run's start. */
  runs: z.int(), calls: z.int(), from: z.int().nullable(),
  /** Calls of which too little is kept to judge them. */
  leftOut: z.int(),
  then: Verdicts, now: Verdicts,
  tools: z.array(z.object({ ...identity, then: Verdicts, now: Verdicts, changed: z.int() })),
  /** Newest first; `more` aren't listed. */
  changed: z.array(ChangedCall), more: z.int(),
  capped: z.array(CappedRun), moreCapped: z.int(),
})
export type WhatIf = z.infer<typeof WhatIf>

/** The newest runs, as many or as far back as is said. */
export const LookBack = z.object({ runs: z.int().min(1).max(10_000), days: z.int().min(1).max(366).nullable() })
export type LookBack = z.infer<typeof LookBack>

const Asks = z.object({ read: z.int(), write: z.int(), destructive: z.int() })
/** Of each tool of a connector that was called lately: how many calls there were, how many ran or asked, and how many would have asked in each class. */
export const ConnectorPreview = z.object({ days: z.int(), tools: z.array(z.object({ tool: z.string(), calls: z.int(), notDenied: z.int(), asks: Asks })) })
export type ConnectorPreview = z.infer<typeof ConnectorPreview>

/** What a window can ask about recorded runs under the code, the tools and the rules of today, or under others; a part of the contract. Nothing is run, sent or stored. */
export const lookBackOperations = {
  'run.check': call(z.object({ turnId: TurnId }), RunCheck),
  'run.what-if': call(z.object({ back: LookBack, change: PolicyChange }), WhatIf),
  'connector.preview': call(z.object({ connectorId: ConnectorId }), ConnectorPreview),
} as const
