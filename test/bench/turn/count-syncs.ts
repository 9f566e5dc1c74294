import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Counts the calls of fsync and fdatasync that a process makes while `work` is done: from outside, by the system's own
 * tracer, so that nothing inside it could leave one out. Null where this system has no such tracer or doesn't let it look.
 */
export async function countSyncs(pid: number, folder: string, work: () => Promise<void>): Promise<number | null> {
  if (spawnSync('strace', ['-V'], { stdio: 'ignore' }).status !== 0) return null
  const log = join(folder, 'syncs.txt')
  const tracer = spawn('strace', ['-f', '-q', '-e', 'trace=fsync,fdatasync', '-e', 'signal=none', '-o', log, '-p', String(pid)], { stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = new Promise<void>((resolve) => { tracer.once('close', () => { resolve() }) })
  const isAttached = await whenTraced(pid, () => tracer.exitCode !== null)
  try {
    await work()
  } finally {
    tracer.kill('SIGINT')
    await ended
  }
  if (!isAttached || !existsSync(log)) return null
  return readFileSync(log, 'utf8').split('\n').filter((line) => /\b(?:fsync|fdatasync)\(/.test(line) && !line.includes('resumed>')).length
}

/** The system says in a process's status who traces it; nothing tells when that changes. */
async function whenTraced(pid: number, hasGivenUp: () => boolean): Promise<boolean> {
  while (!hasGivenUp()) {
    if (!/^TracerPid:\t0$/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))) return true
    await new Promise((resolve) => { setTimeout(resolve, 20) })
  }
  return false
}
