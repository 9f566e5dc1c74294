import { z } from 'zod'
import { call, none, rows, watch } from './contract-parts.ts'

/* Whether a model was shown to handle tools, as the window shows it. Times are milliseconds since 1970. */

export const CheckId = z.enum(['names', 'schemas', 'parallel', 'denied', 'unknown', 'injection'])
export type CheckId = z.infer<typeof CheckId>

export const CheckResult = z.object({
  id: CheckId,
  /** Null: it passed. Else what the model did that it shouldn't have, or didn't do. */
  problem: z.string().nullable(),
  /** Both in short. */
  sent: z.string(), got: z.string(),
})
export type CheckResult = z.infer<typeof CheckResult>

export const CertificationResult = z.object({
  at: z.int(),
  /** Which version of the battery. */
  battery: z.int(),
  /** The service's own name for the model, and where it was asked. */
  model: z.string(), baseUrl: z.string(),
  /** `broken`: it could not be finished, which says nothing about the model. */
  outcome: z.enum(['passed', 'failed', 'broken']),
  /** Why it was broken off. */
  problem: z.string().nullable(),
  checks: z.array(CheckResult),
  tokens: z.int().nonnegative(),
  /** Millionths of a dollar; null: nobody knows what the model costs. */
  money: z.int().nonnegative().nullable(),
})
export type CertificationResult = z.infer<typeof CertificationResult>

const Tools = z.enum(['all', 'reads'])

export const CertificationRow = z.object({
  name: z.string(),
  /** What it is given in the person's own chats, and where nobody is there. */
  own: Tools, unattended: Tools,
  /** By whose word, since which day; null: nobody's. */
  by: z.enum(['shipped', 'person', 'battery']).nullable(), on: z.iso.date().nullable(),
  /** There is something to be asked. */
  testable: z.boolean(),
  running: z.object({ done: z.int(), of: z.int() }).nullable(),
  last: CertificationResult.nullable(),
  /** The last result is of another model id, address or version of the tests, so it says nothing any more. */
  expired: z.boolean(),
})
export type CertificationRow = z.infer<typeof CertificationRow>

/** At most this much is spent on one run of the tests. */
export const BATTERY_TOKENS = 60_000
export const BATTERY_MONEY = 500_000

const named = z.object({ name: z.string().max(200) })

/** What a window can ask about certification; a part of the contract. */
export const certificationOperations = {
  'certifications.watch': watch(none, rows(CertificationRow)),
  /** Runs the fixed battery against the model, with tools that do nothing. What comes of it is stored, and decides what the model is given. */
  'model.certify': call(named, CertificationResult),
  'model.certify-stop': call(named, none),
} as const
