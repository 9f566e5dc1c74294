import { parseArgs } from 'node:util'

export interface BenchArguments<Count extends string, Flag extends string> {
  readonly json: boolean
  readonly counts: Readonly<Record<Count, number>>
  readonly flags: ReadonlySet<Flag>
}

/** What a bench can be told: `--json`, counts with what they usually are, and flags. @throws TypeError for anything else */
export function parseBenchArguments<Count extends string, Flag extends string>(args: readonly string[], usual: Readonly<Record<Count, number>>, flags: readonly Flag[]): BenchArguments<Count, Flag> {
  const { values } = parseArgs({
    args: [...args], strict: true, allowPositionals: false,
    options: Object.fromEntries<{ type: 'boolean' | 'string' }>([...['json', ...flags].map((name) => [name, { type: 'boolean' }] as const), ...Object.keys(usual).map((name) => [name, { type: 'string' }] as const)]),
  })
  const given = new Map(Object.entries(values))
  const counts: Record<Count, number> = { ...usual }
  for (const name in usual) if (given.has(name)) counts[name] = toCount(name, given.get(name))
  return { json: given.get('json') === true, counts, flags: new Set(flags.filter((name) => given.get(name) === true)) }
}

function toCount(name: string, value: unknown): number {
  const count = Number(value)
  if (!Number.isSafeInteger(count) || count < 1) throw new TypeError(`--${name} takes a whole number from 1 on, not ${String(value)}.`)
  return count
}
