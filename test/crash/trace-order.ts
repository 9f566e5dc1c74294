import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPlace } from './place.ts'
import { playCase } from './play-case.ts'
import { createRandom } from './random.ts'

/** One call that isn't a read, in the order in which the system saw it. */
export interface TracedCall {
  readonly tool: string
  /** Its `tool.started` was written to the log, the log was synced, and then its bytes left for the server. */
  readonly isSyncedFirst: boolean
  /** The lines of the trace that say so, or what is missing. */
  readonly evidence: readonly string[]
}

export type Traced = { readonly done: true; readonly calls: readonly TracedCall[] } | { readonly done: false; readonly why: string }

const NOT_READS: ReadonlySet<string> = new Set(['note', 'wipe'])
/** All of a page has to be in the trace. */
const LONGEST_DATA = 16_384

/**
 * Watches a core's system calls from outside while it makes a turn's calls: what is announced is on the disk before
 * anything of it leaves. Says why where this system has no such tracer, or doesn't let it look.
 */
export async function traceOrder(codeFolder: string): Promise<Traced> {
  if (spawnSync('strace', ['-V'], { stdio: 'ignore' }).status !== 0) return { done: false, why: 'there is no strace here' }
  const log = join(tmpdir(), `gatehouse-trace-${process.pid}`)
  const tracer = ['strace', '-f', '-q', '-y', '-s', String(LONGEST_DATA), '-e', 'trace=fsync,fdatasync,write,writev,pwrite64,pwritev,sendto,sendmsg', '-e', 'signal=none', '-o', log]
  try {
    const place = await openPlace({ codeFolder, tracer })
    const { events } = await playCase(place, { scenario: 'plain', points: [], capture: 'io', settles: ['skip'], waits: false }, createRandom(1))
    await place.close()
    await place.remove()
    const lines = readFileSync(log, 'utf8').split('\n')
    const calls = events.flatMap(({ event }) => (event.kind === 'tool.called' && event.meta !== null && NOT_READS.has(event.meta.tool?.tool ?? '') ? [{ callId: event.callId, tool: event.meta.tool?.tool ?? '', key: event.meta.idempotencyKey }] : []))
    return { done: true, calls: calls.map((call) => judge(lines, call)) }
  } catch (error) {
    return { done: false, why: error instanceof Error ? error.message.slice(0, 400) : 'it failed' }
  } finally {
    rmSync(log, { force: true })
  }
}

/** One thread does all three, so the order of its lines is the order of what it did. */
function judge(lines: readonly string[], { callId, tool, key }: { readonly callId: string; readonly tool: string; readonly key: string }): TracedCall {
  const announced = new RegExp(`^(\\d+) +p?writev?(?:64)?\\(\\d+<[^>]*gatehouse\\.db-wal>.*tool\\.started\\\\",\\\\"version\\\\":1,\\\\"at\\\\":\\d+,\\\\"callId\\\\":\\\\"${callId}`)
  const written = lines.findIndex((line) => announced.test(line))
  const sent = lines.findIndex((line) => line.includes('tools/call') && line.includes(key))
  const thread = lines[written]?.split(' ')[0] ?? ''
  const synced = written === -1 ? -1 : returnOfSync(lines, written + 1, thread)
  const isSyncedFirst = written !== -1 && synced !== -1 && sent !== -1 && synced < sent && (lines[sent] ?? '').startsWith(`${thread} `)
  const show = (what: string, at: number): string => (at === -1 ? `${what}: not in the trace` : `${what}: line ${at + 1}, ${shorten(lines[at] ?? '')}`)
  return { tool, isSyncedFirst, evidence: [show('tool.started written', written), show('log synced', synced), show('call sent', sent)] }
}

/** Where a sync of the log that began at or after a line returned; another thread's line may come between. */
function returnOfSync(lines: readonly string[], from: number, thread: string): number {
  const begins = lines.findIndex((line, index) => index >= from && line.startsWith(`${thread} `) && /(?:fsync|fdatasync)\(\d+<[^>]*gatehouse\.db-wal>/.test(line))
  if (begins === -1 || !(lines[begins] ?? '').includes('<unfinished')) return (lines[begins] ?? '').endsWith(' = 0') ? begins : -1
  return lines.findIndex((line, index) => index > begins && line.startsWith(`${thread} `) && /sync resumed>\) += 0$/.test(line))
}

const shorten = (line: string): string => (line.length <= 110 ? line : `${line.slice(0, 80)} … ${line.slice(-24)}`)
