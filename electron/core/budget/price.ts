import type { Prices } from '../../../shared/model-profile.ts'
import type { Usage } from '../../../shared/usage.ts'

/** Prices that a step can be counted by: millionths of a millionth of a dollar for one token, whole numbers all of them. */
export interface TokenPrices { readonly input: bigint; readonly output: bigint; readonly cacheRead: bigint; readonly cacheWrite: bigint }

const PICO_PER_MICRO = 1_000_000n
/** A written cache costs up to this much of the input price, at the services that are known to charge for it. */
const WRITE_TIMES = 2n

/**
 * Null: nobody knows what the model costs; free of charge has to be said. Where only a cache price is missing, the dearest
 * that is known of any service stands in for it, so that nothing is counted too low.
 */
export function tokenPrices(prices: Prices | null): TokenPrices | null {
  if (prices === null || prices.input === null || prices.output === null) return null
  const input = toPico(prices.input)
  return {
    input, output: toPico(prices.output),
    cacheRead: prices.cacheRead === null ? input : toPico(prices.cacheRead),
    cacheWrite: prices.cacheWrite === null ? input * WRITE_TIMES : toPico(prices.cacheWrite),
  }
}

/** A price of dollars for a million tokens is one of millionths of a dollar for one. Beyond six digits prices are rounded up. */
const toPico = (price: number): bigint => BigInt(Math.min(Number.MAX_SAFE_INTEGER, Math.ceil(Number((price * 1e6).toPrecision(15)))))

/** Millionths of a dollar, rounded up once. */
export const costOf = (usage: Usage, prices: TokenPrices): number =>
  toMicros(BigInt(usage.inputTokens) * prices.input + BigInt(usage.outputTokens) * prices.output + BigInt(usage.cacheReadTokens) * prices.cacheRead + BigInt(usage.cacheWriteTokens) * prices.cacheWrite)

/** The most that a request of so many tokens may cost, whatever of it the service keeps or had kept. */
export const mostCost = (inputTokens: number, outputTokens: number, prices: TokenPrices): number =>
  toMicros(BigInt(inputTokens) * dearestInput(prices) + BigInt(outputTokens) * prices.output)

/** How many tokens of output are sure to cost no more than `micros`, together with the input. Below 0: not even the input is. */
export function affordableOutput(micros: number, inputTokens: number, prices: TokenPrices): number {
  const left = BigInt(micros) * PICO_PER_MICRO - BigInt(inputTokens) * dearestInput(prices)
  if (left < 0n) return -1
  return prices.output === 0n ? Number.MAX_SAFE_INTEGER : toSafe(left / prices.output)
}

const dearestInput = ({ input, cacheRead, cacheWrite }: TokenPrices): bigint => [cacheRead, cacheWrite].reduce((most, price) => (price > most ? price : most), input)

const toMicros = (pico: bigint): number => toSafe((pico + PICO_PER_MICRO - 1n) / PICO_PER_MICRO)

/** What is beyond counting stays beyond every cap. */
const toSafe = (value: bigint): number => (value > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(value))
