import type { z } from 'zod'
import { contract, type CallOperation, type Input, type Item, type Output, type WatchOperation } from './contract.ts'

/* The contract seen so that code over any operation keeps each operation's own types. */

export const callSchemas: {
  readonly [K in CallOperation]: { readonly input: z.ZodType<Input<K>>; readonly output: z.ZodType<Output<K>> }
} = contract

export const watchSchemas: {
  readonly [K in WatchOperation]: { readonly input: z.ZodType<Input<K>>; readonly item: z.ZodType<Item<K>> }
} = contract

/** By the contract's own names: `constructor` is no operation. */
export const isCallOperation = (name: string): name is CallOperation => kinds.get(name) === 'call'
export const isWatchOperation = (name: string): name is WatchOperation => kinds.get(name) === 'watch'

const kinds: ReadonlyMap<string, 'call' | 'watch'> = new Map(Object.entries(contract).map(([name, { kind }]) => [name, kind]))

export const callOperations: readonly CallOperation[] = [...kinds.keys()].filter(isCallOperation)
export const watchOperations: readonly WatchOperation[] = [...kinds.keys()].filter(isWatchOperation)
