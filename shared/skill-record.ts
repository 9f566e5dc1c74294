import { z } from 'zod'
import { Digest } from './ids.ts'

/** Of a skill and of its folder. */
export const SKILL_NAME = /^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/

export const SkillSource = z.enum(['bundled', 'person'])
export type SkillSource = z.infer<typeof SkillSource>

/** `changed`: it was approved, and is another by now. */
export const SkillState = z.enum(['approved', 'new', 'changed', 'unusable'])
export type SkillState = z.infer<typeof SkillState>

/** A skill as the person sees it before giving their word. */
export const SkillRow = z.object({
  source: SkillSource,
  name: z.string(),
  description: z.string(),
  digest: Digest,
  state: SkillState,
  /** Why it is unusable. */
  problem: z.string().nullable(),
  files: z.array(z.object({ path: z.string(), length: z.int().nonnegative() })),
})
export type SkillRow = z.infer<typeof SkillRow>
