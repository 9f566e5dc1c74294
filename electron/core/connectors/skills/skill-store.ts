import type { Database } from 'better-sqlite3'
import { z } from 'zod'
import { AppError } from '../../../../shared/errors.ts'
import { Digest } from '../../../../shared/ids.ts'
import { SkillSource, type SkillState } from '../../../../shared/skill-record.ts'
import { readBundledSkills, readPersonSkills } from './read-skills.ts'
import { toSkill, type Skill } from './skill.ts'

export interface JudgedSkill extends Skill { readonly state: SkillState }

export interface SkillStore {
  /** Each as it is on the disk now. Of two with one name the bundled one counts, and the other says so. */
  readonly all: (signal: AbortSignal) => Promise<readonly JudgedSkill[]>
  /** Names of those that could be used when the disk was last looked at. */
  readonly resolved: () => readonly string[]
  /** The person's word for exactly these bytes. @throws AppError `input.not-found`, `input.invalid` where it is another by now or can't be used */
  readonly approve: (key: SkillKey & { readonly digest: Digest }, at: number) => Promise<void>
  readonly withdraw: (key: SkillKey) => void
  /** Whether the person approved any, whatever became of it. */
  readonly anyApproved: () => boolean
}

export interface SkillKey { readonly source: SkillSource; readonly name: string }

export interface SkillPlaces {
  /** Absolute path of what comes with Gatehouse. */
  readonly bundled: string
  /** Absolute path of the person's own; need not be there. */
  readonly person: string
}

const Approval = z.object({ source: SkillSource, name: z.string(), digest: Digest })

/** The database's schema includes `SKILLS_SCHEMA`. */
export function openSkillStore(database: Database, places: SkillPlaces, sha256: (text: string) => Digest): SkillStore {
  const select = database.prepare('SELECT source, name, digest FROM skill_approvals')
  const first = database.prepare('SELECT 1 FROM skill_approvals LIMIT 1')
  const put = database.prepare('INSERT INTO skill_approvals (source, name, digest, approved_at) VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET digest = excluded.digest, approved_at = excluded.approved_at')
  const drop = database.prepare('DELETE FROM skill_approvals WHERE source = ? AND name = ?')

  let resolved: readonly string[] = []
  const all: SkillStore['all'] = async (signal) => {
    const bundled = await readBundledSkills(places.bundled)
    const names = new Set(bundled.map(({ name }) => name))
    const person = (await readPersonSkills(places.person, signal)).map((folder) => (names.has(folder.name) ? { ...folder, problem: 'A skill that comes with Gatehouse has this name. Give the folder another one.' } : folder))
    const approved = new Map(z.array(Approval).parse(select.all()).map(({ source, name, digest }) => [`${source}/${name}`, digest]))
    const judged = [...bundled, ...person].map((folder): JudgedSkill => {
      const skill = toSkill(folder, sha256)
      const known = approved.get(`${skill.source}/${skill.name}`)
      return { ...skill, state: skill.problem !== null ? 'unusable' : known === undefined ? 'new' : known === skill.digest ? 'approved' : 'changed' }
    })
    resolved = judged.flatMap(({ state, name }) => (state === 'approved' ? [name] : []))
    return judged
  }
  return {
    all,
    resolved: () => resolved,
    approve: async ({ source, name, digest }, at) => {
      const skill = (await all(new AbortController().signal)).find((one) => one.source === source && one.name === name)
      if (skill === undefined) throw new AppError('input.not-found', 'That skill’s folder is gone.', { advice: 'Look again at what is there.' })
      if (skill.problem !== null) throw new AppError('input.invalid', `This skill can’t be used: ${skill.problem}`)
      if (skill.digest !== digest) throw new AppError('input.invalid', 'This skill was changed after you looked at it, so it was not approved.', { advice: 'Read it again, then approve it.' })
      put.run(source, name, digest, at)
      resolved = [...resolved.filter((one) => one !== name), name]
    },
    withdraw: ({ source, name }) => {
      drop.run(source, name)
      resolved = resolved.filter((one) => one !== name)
    },
    anyApproved: () => first.get() !== undefined,
  }
}
