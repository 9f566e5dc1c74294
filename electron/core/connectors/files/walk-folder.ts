import { AppError } from '../../../../shared/errors.ts'
import { lookAt, namesIn, type Entry } from './entry.ts'
import type { Folder } from './folder.ts'
import type { WorkspacePath } from './workspace-path.ts'

export interface Found {
  readonly folder: Folder
  readonly name: string
  readonly path: WorkspacePath
  readonly entry: Entry
}

/** What a walk left out; filled while it goes. */
export interface Walked {
  entries: number
  /** Folders that could not be entered: no access, another disk, Gatehouse's own, or gone meanwhile. */
  closed: number
  tooDeep: number
  cut: boolean
}

export interface WalkOptions {
  readonly signal: AbortSignal
  /** Entries looked at before the walk ends with `cut`. */
  readonly most: number
  readonly walked: Walked
}

const DEEPEST = 100

export const startWalk = (): Walked => ({ entries: 0, closed: 0, tooDeep: 0, cut: false })

/**
 * Everything below a folder, parents before children, in the order of names. Links are found but never followed.
 * An entry's `folder` is open only until the next one is asked for.
 * @throws the signal's reason
 */
export async function* walkFolder(folder: Folder, options: WalkOptions, depth = 0): AsyncGenerator<Found> {
  const { walked, signal } = options
  const { names, cut } = await namesIn(folder)
  if (cut) walked.cut = true
  for (const name of names) {
    signal.throwIfAborted()
    if (walked.entries >= options.most) {
      walked.cut = true
      return
    }
    const entry = await lookAt(folder, name)
    if (entry === null) continue
    walked.entries += 1
    yield { folder, name, path: [...folder.path, name], entry }
    if (entry.kind !== 'folder') continue
    if (depth >= DEEPEST) walked.tooDeep += 1
    else yield* walkInto(folder, name, options, depth)
  }
}

async function* walkInto(folder: Folder, name: string, options: WalkOptions, depth: number): AsyncGenerator<Found> {
  let entered: Folder
  try {
    entered = await folder.enter(name)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    options.walked.closed += 1
    return
  }
  try {
    yield* walkFolder(entered, options, depth + 1)
  } finally {
    await entered.close()
  }
}

/** What was left out, as sentences; empty when nothing was. */
export function describeGaps(walked: Walked): readonly string[] {
  return [
    ...(walked.cut ? [`Stopped after ${walked.entries} entries; name a folder further down to see the rest.`] : []),
    ...(walked.closed > 0 ? [`Folders that could not be entered: ${walked.closed}.`] : []),
    ...(walked.tooDeep > 0 ? [`Folders that lie too deep: ${walked.tooDeep}.`] : []),
  ]
}
