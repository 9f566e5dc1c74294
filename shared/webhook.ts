import { z } from 'zod'
import { call, none, rows, watch } from './contract-parts.ts'
import { ChatId, HookId, TurnId } from './ids.ts'
import { SecretPlace } from './secret.ts'

/* What other programs may send, as the window shows it. Times are milliseconds since 1970. */

export const LONGEST_HOOK_NAME = 120
export const LONGEST_HOOK_ABOUT = 2000
/** Below this a signature could be guessed. */
export const LEAST_SECRET_LENGTH = 16

/** Why something was turned away. The sender is told less. */
export const RefusalReason = z.enum(['no-such-address', 'not-post', 'unsigned', 'stale', 'forged', 'no-secret', 'too-large', 'compressed', 'cut-off', 'already-seen', 'other-body', 'too-many', 'not-now', 'paused'])
export type RefusalReason = z.infer<typeof RefusalReason>

/** Never a word of what came: the time, the reason, and how often within a minute. */
export const RefusalRow = z.object({ id: z.int(), reason: RefusalReason, firstAt: z.int(), lastAt: z.int(), count: z.int().positive() })
export type RefusalRow = z.infer<typeof RefusalRow>

export const HookRow = z.object({
  hookId: HookId, name: z.string(),
  /** What the summaries should say, in the person's words; empty: nothing in particular. */
  about: z.string(),
  /** Where it listens, after the listener's address. */
  path: z.string(),
  on: z.boolean(), chatId: ChatId.nullable(), createdAt: z.int(),
  /** `missing`: nothing is taken until one is set. */
  secret: z.enum(['present', 'missing', 'locked']),
  received: z.int().nonnegative(), lastAt: z.int().nullable(),
  /** How many of late were turned away. */
  refused: z.int().nonnegative(),
})
export type HookRow = z.infer<typeof HookRow>

/** `address` null: it doesn't listen, and `why` says what is in the way where it should. */
export const ListenerRow = z.object({ on: z.boolean(), address: z.string().nullable(), why: z.string().nullable(), permitted: z.boolean(), /** What came to addresses that don't exist. */ strays: z.int().nonnegative() })
export type ListenerRow = z.infer<typeof ListenerRow>

const hook = z.object({ hookId: HookId })
const text = { name: z.string().max(1000), about: z.string().max(20_000) }

/** What a window can ask about webhooks; a part of the contract. */
export const webhookOperations = {
  'hooks.watch': watch(none, rows(HookRow)),
  'listener.watch': watch(none, rows(ListenerRow)),
  'listener.switch': call(z.object({ on: z.boolean() }), none),
  /** Takes nothing before it has a secret. */
  'hook.create': call(z.object(text), hook),
  'hook.update': call(hook.extend(text), none),
  'hook.switch': call(hook.extend({ on: z.boolean() }), none),
  /** What every delivery has to be signed with. */
  'hook.set-secret': call(hook.extend({ value: z.string().max(10_000), where: SecretPlace }), none),
  /** What was turned away of late, newest first; null: of addresses that don't exist. */
  'hook.refusals': call(z.object({ hookId: HookId.nullable() }), z.array(RefusalRow)),
  /** With its secret; what came stays in its chat. */
  'hook.delete': call(hook, none),
  /** A chat that starts after what came, and so starts tainted. */
  'hook.discuss': call(z.object({ turnId: TurnId }), z.object({ chatId: ChatId })),
} as const
