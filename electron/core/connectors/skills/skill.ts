import type { Digest } from '../../../../shared/ids.ts'
import { canonicalJson } from '../../../../shared/json.ts'
import { SKILL_NAME, type SkillSource } from '../../../../shared/skill-record.ts'

export interface SkillFile {
  /** Within the skill's folder, with / between names. */
  readonly path: string
  readonly text: string
  /** It begins with a byte order mark, which isn't in `text`. */
  readonly hasMark: boolean
}

/** A folder as it was read, all of it at once: what is approved and what is handed out are the same bytes. */
export interface SkillFolder {
  readonly source: SkillSource
  /** The folder's own name. */
  readonly name: string
  readonly files: readonly SkillFile[]
  /** Why it can't be used; null: it can. */
  readonly problem: string | null
}

export interface Skill extends SkillFolder {
  readonly description: string
  readonly digest: Digest
}

export const INSTRUCTIONS = 'SKILL.md'
const LONGEST_DESCRIPTION = 1_000

/** Reads what a folder says of itself, and seals its bytes. */
export function toSkill(folder: SkillFolder, sha256: (text: string) => Digest): Skill {
  const files = folder.files.toSorted((left, right) => (left.path < right.path ? -1 : 1))
  const digest = sha256(canonicalJson({ of: 'skill', name: folder.name, files: files.map(({ path, text, hasMark }) => ({ path, text, hasMark })) }))
  const instructions = files.find(({ path }) => path === INSTRUCTIONS)
  const front = instructions === undefined ? null : readFrontMatter(instructions.text)
  const description = front?.get('description') ?? ''
  return { ...folder, files, digest, description: description.slice(0, LONGEST_DESCRIPTION).toWellFormed(), problem: folder.problem ?? problemOf(folder.name, front) }
}

function problemOf(name: string, front: ReadonlyMap<string, string> | null): string | null {
  if (!SKILL_NAME.test(name)) return 'Its folder’s name has to be made of small letters, digits and hyphens.'
  if (front === null) return `It has no ${INSTRUCTIONS} that begins with a name and a description between two lines of three hyphens.`
  if (front.get('name') !== name) return `${INSTRUCTIONS} has to give the name of its folder, “${name}”.`
  if ((front.get('description') ?? '') === '') return `${INSTRUCTIONS} has no description.`
  return null
}

/** `key: value` lines between two lines of `---`; values are one line, quotes around them are taken away. Null: there is none. */
export function readFrontMatter(text: string): ReadonlyMap<string, string> | null {
  const found = /^---[ \t]*\r?\n([^]*?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(text)
  if (found === null) return null
  const lines = (found[1] ?? '').split(/\r?\n/).flatMap((line) => {
    const parts = /^([A-Za-z][\w-]*):[ \t]*(.*?)[ \t]*$/.exec(line)
    return parts === null ? [] : [[parts[1] ?? '', unquote(parts[2] ?? '')] as const]
  })
  return new Map(lines)
}

const unquote = (value: string): string => /^"[^"]*"$|^'[^']*'$/.test(value) ? value.slice(1, -1) : value
