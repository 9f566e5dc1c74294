import { z } from 'zod'
import { call, none } from './contract-parts.ts'
import { Digest } from './ids.ts'
import { SkillRow, SkillSource } from './skill-record.ts'

const skillKey = { source: SkillSource, name: z.string().max(255) }

/** What a window can ask about skills; a part of the contract. */
export const skillOperations = {
  /** As they are on the disk now. `folder`: where the person's own go. */
  'skill.list': call(none, z.object({ folder: z.string(), skills: z.array(SkillRow) })),
  /** The whole text of one file, of the skill as it is now. */
  'skill.read': call(z.object({ ...skillKey, path: z.string().max(4096) }), z.object({ digest: Digest, text: z.string() })),
  /** The person's word for what they read, named by its digest. */
  'skill.approve': call(z.object({ ...skillKey, digest: Digest }), none),
  'skill.withdraw': call(z.object(skillKey), none),
} as const
