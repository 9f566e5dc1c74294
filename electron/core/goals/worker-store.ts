import type Database from 'better-sqlite3'
import { z } from 'zod'
import { GoalAgentProfile, GoalReviewerProfile } from '../../../shared/goal.ts'
import { json } from '../store/columns.ts'

/** What a person set for who works on goals. Null: what is stored can't be read by this version; it stays as it is. */
export interface WorkerStore {
  readonly agent: () => GoalAgentProfile | null
  readonly reviewer: () => GoalReviewerProfile | null
  readonly saveAgent: (profile: GoalAgentProfile, at: number) => void
  readonly saveReviewer: (profile: GoalReviewerProfile, at: number) => void
}

export const PLAIN_AGENT: GoalAgentProfile = { model: null, hosts: [], grant: null }
export const PLAIN_REVIEWER: GoalReviewerProfile = { model: null, tools: [], grant: null, maxDelegationDepth: 0 }

/** Of the profile's form. One that is higher was written by a later Gatehouse. */
const VERSION = 1

export function createWorkerStore(database: Database.Database): WorkerStore {
  const select = database.prepare('SELECT profile FROM goal_workers WHERE worker = ?').pluck()
  const upsert = database.prepare('INSERT INTO goal_workers (worker, profile, saved_at) VALUES (?, ?, ?) ON CONFLICT (worker) DO UPDATE SET profile = excluded.profile, saved_at = excluded.saved_at')
  const read = <Profile>(worker: string, schema: z.ZodType<Profile>, plain: Profile): Profile | null => {
    const stored: unknown = select.get(worker)
    if (stored === undefined) return plain
    const parsed = json(z.strictObject({ version: z.literal(VERSION), profile: schema })).safeParse(stored)
    return parsed.success ? parsed.data.profile : null
  }
  const write = (worker: string, profile: unknown, at: number): void => { upsert.run(worker, JSON.stringify({ version: VERSION, profile }), at) }
  return {
    agent: () => read('agent', GoalAgentProfile, PLAIN_AGENT),
    reviewer: () => read('reviewer', GoalReviewerProfile, PLAIN_REVIEWER),
    saveAgent: (profile, at) => { write('agent', profile, at) },
    saveReviewer: (profile, at) => { write('reviewer', profile, at) },
  }
}
