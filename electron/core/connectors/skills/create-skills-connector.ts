import { defineConnector } from '../../tools/define-tool.ts'
import type { Connector } from '../../tools/tool.ts'
import { listSkills, readSkill, SKILLS_ID, type SkillsTools } from './skill-tools.ts'

/** Instructions for kinds of work, as folders of text that the person read and approved. */
export function createSkillsConnector(deps: SkillsTools): Connector {
  return defineConnector({
    id: SKILLS_ID,
    label: 'Skills',
    deps,
    problem: () => deps.skills.anyApproved() ? null : 'You have approved no skill yet. Settings, Skills, lists those that there are.',
    tools: [listSkills, readSkill],
    withheld: [
      { what: 'Approving a skill', why: 'A skill tells the model what to do, so only you decide which ones do.' },
      { what: 'Writing or installing skills', why: 'A model that writes its own instructions has none.' },
      { what: 'Running a file of a skill', why: 'A skill is text to read. What it asks for goes through the same questions as everything else.' },
      { what: 'A skill of which one byte changed', why: 'You approved what you read, not what came in its place.' },
    ],
  })
}
