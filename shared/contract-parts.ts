import { z } from 'zod'

/* What an operation of the contract is made of. */

export const call = <I extends z.ZodType, O extends z.ZodType>(input: I, output: O) => ({ kind: 'call', input, output }) as const
export const watch = <I extends z.ZodType, O extends z.ZodType>(input: I, item: O) => ({ kind: 'watch', input, item }) as const
export const none = z.strictObject({})

/** Rows of a projection: all of them once, then each as it changes. `version` grows by one with every item. */
export const rows = <T extends z.ZodType>(row: T) => z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('snapshot'), version: z.int(), rows: z.array(row) }),
  z.object({ kind: z.literal('changed'), version: z.int(), row }),
  z.object({ kind: z.literal('removed'), version: z.int(), id: z.string() }),
])

/** As rows; of a long list `first` is what is looked at first, and the others follow in pieces. A row that is known already is newer than the same one in `more`. */
export const rowsInParts = <T extends z.ZodType>(row: T) => z.discriminatedUnion('kind', [
  ...rows(row).options,
  z.object({ kind: z.literal('first'), version: z.int(), rows: z.array(row) }),
  z.object({ kind: z.literal('more'), version: z.int(), rows: z.array(row), isLast: z.boolean() }),
])
