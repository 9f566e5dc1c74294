import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { endGroup } from './process-group.ts'

/*
 * A process of its own. Reads `+pid` and `-pid`; the input ends when the app does, however it does, and then every process
 * group that is still listed is ended. Servers get a moment first: most end by themselves when their input does.
 */
const GRACE_MS = 300
const leaders = new Set<number>()

const input = createInterface({ input: process.stdin })
input.on('line', (line) => {
  const leader = Number(line.slice(1))
  if (!Number.isSafeInteger(leader) || leader <= 1) return
  if (line.startsWith('+')) leaders.add(leader)
  else leaders.delete(leader)
})
input.on('close', () => {
  if (leaders.size === 0) return
  void wait(GRACE_MS).then(() => Promise.all([...leaders].map((leader) => endGroup(leader, { politeMs: 0, termMs: 1000 }))))
})
