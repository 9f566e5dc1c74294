import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { signalGroup } from './process-group.ts'

/** Set in a server's environment and passed on to what it starts: nothing else on the machine has the same value. */
export const MARK_NAME = 'GATEHOUSE_SERVER'

const ProcessRecord = z.object({
  mark: z.string().min(16),
  /** Null: it was about to be started. */
  leader: z.object({ pid: z.int().positive(), boot: z.string().nullable(), startedAt: z.string().nullable() }).nullable(),
})
type ProcessRecord = z.infer<typeof ProcessRecord>

/** The servers that run now, on disk, so that the next start can end those that a killed app left behind. */
export interface ProcessRecords {
  /** Before the start: a kill between the two would leave a process that nobody knows. */
  readonly announce: (mark: string) => void
  readonly add: (mark: string, pid: number) => Promise<void>
  readonly remove: (mark: string) => void
  /**
   * Ends what an earlier app left running. A process counts only with the recorded mark, or the recorded start time since the
   * same boot: a number that was given to something else since is never touched. Call before the first server starts.
   * @returns how many processes were ended
   */
  readonly endLeftOvers: () => Promise<number>
}

/** @param folder absolute; made when needed. One app at a time works on it. */
export function createProcessRecords(folder: string): ProcessRecords {
  const fileOf = (mark: string): string => join(folder, `${mark}.json`)
  const write = (record: ProcessRecord): void => {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    writeFileSync(fileOf(record.mark), JSON.stringify(record), { mode: 0o600 })
  }
  return {
    announce: (mark) => { write({ mark, leader: null }) },
    add: async (mark, pid) => { write({ mark, leader: { pid, boot: await readBoot(), startedAt: await readStart(pid) } }) },
    remove: (mark) => { rmSync(fileOf(mark), { force: true }) },
    endLeftOvers: async () => {
      const files = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json'))
      const records = (await Promise.all(files.map((name) => readRecord(join(folder, name))))).filter((record) => record !== null)
      const ended = records.length === 0 ? 0 : await endRecorded(records)
      for (const name of files) rmSync(join(folder, name), { force: true })
      return ended
    },
  }
}

async function endRecorded(records: readonly ProcessRecord[]): Promise<number> {
  const boot = await readBoot()
  for (const { leader } of records) {
    if (leader === null || leader.startedAt === null || boot === null || leader.boot !== boot) continue
    if ((await readStart(leader.pid)) === leader.startedAt) signalGroup(leader.pid, 'SIGKILL')
  }
  const ended = new Set<number>()
  for (let round = 0; round < 2; round += 1) {
    for (const pid of await findMarked(records.map(({ mark }) => mark))) {
      ended.add(pid)
      kill(pid)
    }
  }
  return ended.size
}

/** Processes of ours that carry one of the marks; none where the system doesn't show environments. */
async function findMarked(marks: readonly string[]): Promise<readonly number[]> {
  const entries = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name))
  const found = await Promise.all(entries.map(async (name) => {
    const environment = await readFile(`/proc/${name}/environ`, 'utf8').catch(() => '')
    const variables = environment.split('\0')
    return marks.some((mark) => variables.includes(`${MARK_NAME}=${mark}`)) ? [Number(name)] : []
  }))
  return found.flat()
}

function kill(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL')
  } catch {
    return false
  }
}

async function readRecord(file: string): Promise<ProcessRecord | null> {
  try {
    return ProcessRecord.parse(JSON.parse(await readFile(file, 'utf8')))
  } catch {
    return null
  }
}

/** Changes at every start of the machine; null where the system doesn't say. */
const readBoot = async (): Promise<string | null> => {
  const text = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => null)
  return text === null ? null : text.trim()
}

/** Clock ticks from boot to the start of a process: the 22nd field, counted after the name, which may hold anything. */
async function readStart(pid: number): Promise<string | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  return text === null ? null : (text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? null)
}
