import { z } from 'zod'
import { CallId, TurnId } from './ids.ts'
import { ToolIdentity } from './policy.ts'

/*
 * Runs that come from another run: the next attempt of one that failed, and one that a call started. Both are turns of their
 * own, in their own journals; their first events say where they come from, and what they may have at most.
 */

/** Which run it tries again. The first attempt of a task is no retry, so the number begins with 2. */
export const RetryOf = z.object({ turnId: TurnId, attempt: z.int().min(2) })
export type RetryOf = z.infer<typeof RetryOf>

/** The call that started it and waits for its end. */
export const DelegatedBy = z.object({ turnId: TurnId, callId: CallId })
export type DelegatedBy = z.infer<typeof DelegatedBy>

/** What a run may have at most, whatever its role says by then; null: as its role says. */
export const Narrowed = z.object({ tools: z.array(ToolIdentity).nullable(), delegationDepth: z.int().nonnegative().nullable() })
export type Narrowed = z.infer<typeof Narrowed>
