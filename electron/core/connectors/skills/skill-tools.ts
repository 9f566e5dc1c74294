import { z } from 'zod'
import { AppError } from '../../../../shared/errors.ts'
import { ConnectorId } from '../../../../shared/ids.ts'
import { defineTool } from '../../tools/define-tool.ts'
import type { ToolContext } from '../../tools/tool.ts'
import { shorten } from '../stored-taint.ts'
import { PART_LENGTH, partFrom, partOf } from '../text-part.ts'
import { INSTRUCTIONS } from './skill.ts'
import type { JudgedSkill, SkillStore } from './skill-store.ts'

export interface SkillsTools { readonly skills: Pick<SkillStore, 'all' | 'anyApproved'> }
type Context = ToolContext<SkillsTools>

export const SKILLS_ID = ConnectorId.parse('skills')

export const listSkills = defineTool({
  name: 'list_skills',
  title: 'List skills',
  description: 'Lists the skills that the person approved: instructions for a kind of work, each with a name and what it is for. Read one with read_skill before doing that work.',
  input: z.strictObject({}),
  class: 'read',
  summarise: () => 'List skills',
  run: async (context: Context) => ({ skills: (await approved(context)).map(({ name, description }) => ({ name, description })) }),
})

export const readSkill = defineTool({
  name: 'read_skill',
  title: 'Read a skill',
  description: `Reads a file of an approved skill, its instructions where no file is named, ${PART_LENGTH} characters at a time, and names its other files.`,
  input: z.strictObject({
    name: z.string().min(1).max(100).describe('As list_skills gives it'),
    file: z.string().min(1).max(500).default(INSTRUCTIONS).describe('A file of the skill, as it is named there'),
    from: partFrom,
  }),
  class: 'read',
  summarise: ({ name, file }) => `Read ${shorten(file, 60)} of the skill ${shorten(name, 60)}`,
  run: async (context: Context, { name, file, from }) => {
    const skill = (await approved(context)).find((one) => one.name === name)
    if (skill === undefined) throw new AppError('input.not-found', `There is no approved skill “${shorten(name, 80)}”.`, { advice: 'List the skills to see which there are.' })
    const found = skill.files.find(({ path }) => path === file)
    if (found === undefined) throw new AppError('input.not-found', `The skill has no file “${shorten(file, 80)}”.`, { advice: `It has: ${skill.files.map(({ path }) => path).slice(0, 30).join(', ')}.` })
    return {
      name, file, ...partOf('That file', found.text, from),
      otherFiles: skill.files.flatMap(({ path }) => (path === file ? [] : [path])),
    }
  },
})

/** Of the bytes that are there now: what was changed since is not among them, nor what the run's grant doesn't name. */
const approved = async ({ deps: { skills }, signal, role }: Context): Promise<readonly JudgedSkill[]> =>
  (await skills.all(signal)).filter(({ state, name }) => state === 'approved' && (role.skills === null || role.skills.includes(name)))
