import { z } from 'zod'
import { ConnectorId, Digest } from './ids.ts'
import { Provenance, ToolClass, Verdict } from './policy.ts'

/** Where a known tool stood or fell, filter by filter, and what a call of it would meet now. */
export const ToolExplanation = z.object({
  connectorId: ConnectorId,
  connectorLabel: z.string(),
  tool: z.string(),
  title: z.string(),
  description: z.string(),
  /** What the model sees; null when it isn't offered. */
  modelName: z.string().nullable(),
  toolClass: ToolClass,
  provenance: Provenance,
  untrusted: z.boolean(),
  egress: z.boolean(),
  pin: Digest,
  on: z.boolean(),
  requiresApproval: z.boolean(),
  outcome: z.discriminatedUnion('filter', [
    z.object({ filter: z.literal('registration'), sentence: z.string() }),
    z.object({ filter: z.literal('ceiling'), sentence: z.string() }),
    z.object({ filter: z.literal('selection'), sentence: z.string() }),
    z.object({ filter: z.literal('gate'), verdict: Verdict, sentence: z.string() }),
  ]),
})
export type ToolExplanation = z.infer<typeof ToolExplanation>

/** The answer to "why?" on one call: a sentence, the steps that led there, and the event it is read from. */
export const CallExplanation = z.object({
  sentence: z.string(),
  steps: z.array(z.object({ title: z.string(), detail: z.string() })),
  eventSeq: z.int().nullable(),
})
export type CallExplanation = z.infer<typeof CallExplanation>
