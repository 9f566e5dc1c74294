import { z } from 'zod'
import { call, none, rows, watch } from './contract-parts.ts'
import { ChatId, ConnectorId, TurnId } from './ids.ts'
import { ToolIdentity } from './policy.ts'

export const CoworkerId = z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/).max(64).brand<'CoworkerId'>()
export type CoworkerId = z.infer<typeof CoworkerId>

/** What a connector that bills may cost, in millionths of a dollar. */
export const Allowance = z.object({ perRun: z.int(), perDay: z.int() })
export type Allowance = z.infer<typeof Allowance>

/** What a person gives a specialist beside what every coworker may have. Nothing but an operation of a window writes one. */
export const Grant = z.object({
  connectors: z.array(ConnectorId).max(50),
  skills: z.array(z.string().max(200)).max(50),
  /** For those of the connectors that bill. */
  allowance: Allowance.nullable(),
})
export type Grant = z.infer<typeof Grant>

/** A saved profile as a person writes it. Bounds here are those of the wire; what may be saved is said by the rules, each with its sentence. */
export const CoworkerProfile = z.object({
  name: z.string().max(200),
  instructions: z.string().max(100_000),
  model: z.string().max(200),
  tools: z.array(ToolIdentity).max(2000),
  /** Its calls may reach these after outside text was read. */
  hosts: z.array(z.string().max(260)).max(200),
  /** Millionths of a dollar. */
  runBudget: z.number(),
  /** Model steps of a run. */
  maxTurns: z.number(),
  maxConcurrentRuns: z.number(),
  maxDelegationDepth: z.number(),
  maxAttempts: z.number(),
  /** The coworkers that it may hand work to, where it may delegate at all. */
  delegatesTo: z.array(z.string().max(64)).max(200).default([]),
  /** Egress tools that may run whatever host they name, after outside text was read. */
  egressTools: z.array(ToolIdentity).max(200).default([]),
  /** Null: a coworker without one. */
  grant: Grant.nullable(),
})
export type CoworkerProfile = z.infer<typeof CoworkerProfile>

export const ProfileField = z.enum(['name', 'instructions', 'model', 'tools', 'hosts', 'runBudget', 'maxTurns', 'maxConcurrentRuns', 'maxDelegationDepth', 'maxAttempts', 'delegatesTo', 'egressTools', 'grant'])
export type ProfileField = z.infer<typeof ProfileField>

/** Why a profile can't be saved like this. */
export const ProfileProblem = z.object({ field: ProfileField, sentence: z.string() })
export type ProfileProblem = z.infer<typeof ProfileProblem>

export const CoworkerRow = z.object({
  id: CoworkerId,
  name: z.string(),
  /** Null: what is stored can't be read by this version. */
  profile: CoworkerProfile.nullable(),
  /** Why it can't run, or would no longer be saved like this; empty: nothing is in its way. */
  problems: z.array(ProfileProblem),
  live: z.int(),
})
export type CoworkerRow = z.infer<typeof CoworkerRow>

/** A profile to start from. */
export const Preset = z.object({ id: z.string(), title: z.string(), about: z.string(), profile: CoworkerProfile })
export type Preset = z.infer<typeof Preset>

/** A tool that the editor offers, and what asking for it would come to. */
export const OfferedCoworkerTool = z.object({
  tool: ToolIdentity, title: z.string(), connectorLabel: z.string(), toolClass: z.enum(['read', 'write', 'destructive']), provenance: z.enum(['unset', 'hinted', 'set', 'built-in']),
  egress: z.boolean(),
  /** Null: it would be given. */
  lost: z.string().nullable(),
})
export type OfferedCoworkerTool = z.infer<typeof OfferedCoworkerTool>

/** What a window can ask about coworkers; a part of the contract. A model can ask nothing of it. */
export const coworkerOperations = {
  'coworkers.watch': watch(none, rows(CoworkerRow)),
  'coworker.presets': call(none, z.object({ presets: z.array(Preset) })),
  /** Nothing is stored: what would be refused, and what it would be given. */
  'coworker.check': call(z.object({ profile: CoworkerProfile }), z.object({ problems: z.array(ProfileProblem), tools: z.array(OfferedCoworkerTool) })),
  /** Null: a new one. Refused with everything that is wrong. */
  'coworker.save': call(z.object({ id: CoworkerId.nullable(), profile: CoworkerProfile }), z.discriminatedUnion('saved', [z.object({ saved: z.literal(true), id: CoworkerId }), z.object({ saved: z.literal(false), problems: z.array(ProfileProblem) })])),
  'coworker.remove': call(z.object({ id: CoworkerId }), none),
  /** In a chat of its own. */
  'coworker.run': call(z.object({ id: CoworkerId, task: z.string().trim().min(1).max(100_000) }), z.object({ chatId: ChatId, turnId: TurnId })),
} as const
