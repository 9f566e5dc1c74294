import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../../../shared/errors.ts'
import { lookAt, namesIn } from '../files/entry.ts'
import type { Folder } from '../files/folder.ts'
import { readText } from '../files/read-text.ts'
import { startWalk, walkFolder } from '../files/walk-folder.ts'
import { openWorkspace } from '../files/workspace.ts'
import { showPath } from '../files/workspace-path.ts'
import type { SkillFile, SkillFolder } from './skill.ts'

/** Bytes of one file. */
const LARGEST_FILE = 256 * 1024
/** UTF-16 units of all texts of one skill. */
const MOST_TEXT = 1024 * 1024
const MOST_FILES = 100
const MOST_SKILLS = 200

/** Those that come with Gatehouse, from its own folder. */
export async function readBundledSkills(root: string): Promise<readonly SkillFolder[]> {
  const entries = await readdir(root, { withFileTypes: true })
  return Promise.all(entries.filter((entry) => entry.isDirectory()).map(async ({ name }): Promise<SkillFolder> => {
    const paths = (await readdir(join(root, name), { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
    const files = await Promise.all(paths.map(async (path): Promise<SkillFile> => ({ path: path.slice(join(root, name).length + 1).replaceAll('\\', '/'), text: await readFile(path, 'utf8'), hasMark: false })))
    return { source: 'bundled', name, files, problem: null }
  }))
}

/**
 * The person's own. Nothing outside the folder is ever read: a link anywhere in a skill makes it unusable, as does what isn't
 * text. A folder that isn't there holds none.
 * @throws AppError what the file system said of the folder itself
 */
export async function readPersonSkills(root: string, signal: AbortSignal): Promise<readonly SkillFolder[]> {
  if (!existsSync(root)) return []
  const place = await openWorkspace(root, { withheld: [] })
  return place.within([], async (folder) => {
    const { names } = await namesIn(folder)
    const skills: SkillFolder[] = []
    for (const name of names.filter((one) => !one.startsWith('.')).slice(0, MOST_SKILLS)) {
      signal.throwIfAborted()
      const entry = await lookAt(folder, name)
      if (entry?.kind === 'folder') skills.push(await readOne(folder, name, signal))
      else if (entry?.kind === 'link') skills.push(unusable(name, 'It is a link, and links can lead anywhere. Put the folder itself here.'))
    }
    return skills
  })
}

async function readOne(parent: Folder, name: string, signal: AbortSignal): Promise<SkillFolder> {
  try {
    const folder = await parent.enter(name)
    try {
      return { source: 'person', name, files: await readFiles(folder, signal), problem: null }
    } finally {
      await folder.close()
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return unusable(name, error.message)
  }
}

async function readFiles(folder: Folder, signal: AbortSignal): Promise<readonly SkillFile[]> {
  const files: SkillFile[] = []
  const walked = startWalk()
  let length = 0
  for await (const found of walkFolder(folder, { signal, most: 10 * MOST_FILES, walked })) {
    const path = found.path.slice(folder.path.length)
    if (found.entry.kind === 'folder') continue
    if (found.entry.kind !== 'file') throw new AppError('input.invalid', `${showPath(path)} is no file but a link, device or pipe, which a skill can’t hold.`)
    const { text, hasMark } = await readText(found.folder, found.name, LARGEST_FILE)
    files.push({ path: path.join('/'), text, hasMark })
    length += text.length
    if (files.length > MOST_FILES || length > MOST_TEXT) throw new AppError('input.invalid', `It holds more than ${MOST_FILES} files or a million characters.`)
  }
  if (walked.cut || walked.closed > 0 || walked.tooDeep > 0) throw new AppError('input.invalid', 'A part of it could not be read.')
  return files
}

const unusable = (name: string, problem: string): SkillFolder => ({ source: 'person', name, files: [], problem })
