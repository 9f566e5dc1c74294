import { Digest } from '../../shared/ids.ts'
import type { GateFacts } from '../../electron/core/gate/gate.ts'

export const PIN = Digest.parse('a'.repeat(64))
export const OTHER_PIN = Digest.parse('b'.repeat(64))

/** A write that everything permits, in a person's clean chat. */
export const FACTS: GateFacts = {
  kind: 'person', role: 'person-chat', mayAsk: true, tainted: false, unfit: null, name: 'tasks__create_task', available: ['tasks__create_task'],
  registered: true, switchedOffBy: null, notReady: null, inCeiling: true, readOnlyModel: null, keptByReadOnly: true, offered: true, argumentProblem: null, overLimit: null, overAllowance: null, pinned: PIN, seen: PIN,
  toolClass: 'write', provenance: 'built-in', requiresApproval: 'no', unlistedDestinations: [], standing: null, standingWord: null,
}

export const facts = (change: Partial<GateFacts>): GateFacts => ({ ...FACTS, ...change })

/** The four columns of the matrix as facts. A webhook has nobody to ask; a job may park. */
export const COLUMNS: Readonly<Record<'normal' | 'tainted' | 'job' | 'webhook', Partial<GateFacts>>> = {
  normal: {}, tainted: { tainted: true }, job: { kind: 'job', role: 'scheduled-job' }, webhook: { kind: 'webhook', role: 'webhook-summary', mayAsk: false },
}
