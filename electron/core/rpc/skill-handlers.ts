import { join } from 'node:path'
import type { CallHandlers } from '../../../shared/contract.ts'
import { AppError } from '../../../shared/errors.ts'
import type { SkillRow } from '../../../shared/skill-record.ts'
import type { JudgedSkill } from '../connectors/skills/skill-store.ts'
import type { CoreParts } from './core-parts.ts'

export const personSkills = (dataDirectory: string): string => join(dataDirectory, 'skills')

/** What a person does with skills. The only way one is approved. */
export function createSkillHandlers({ skills, host }: Pick<CoreParts, 'skills' | 'host'>): Pick<CallHandlers, 'skill.list' | 'skill.read' | 'skill.approve' | 'skill.withdraw'> {
  const all = (): Promise<readonly JudgedSkill[]> => skills.all(new AbortController().signal)
  return {
    'skill.list': async () => ({ folder: personSkills(host.dataDirectory), skills: (await all()).map(toRow) }),
    'skill.read': async ({ source, name, path }) => {
      const skill = (await all()).find((one) => one.source === source && one.name === name)
      const file = skill?.files.find((one) => one.path === path)
      if (skill === undefined || file === undefined) throw new AppError('input.not-found', 'That file is gone.', { advice: 'Look again at what is there.' })
      return { digest: skill.digest, text: file.text }
    },
    'skill.approve': async ({ source, name, digest }) => {
      await skills.approve({ source, name, digest }, host.clock.now())
      return {}
    },
    'skill.withdraw': async ({ source, name }) => {
      skills.withdraw({ source, name })
      return {}
    },
  }
}

const toRow = ({ source, name, description, digest, state, problem, files }: JudgedSkill): SkillRow =>
  ({ source, name, description, digest, state, problem, files: files.map(({ path, text }) => ({ path, length: text.length })) })
