import { z } from 'zod'
import { defineConnector, defineTool } from '../../electron/core/tools/define-tool.ts'
import type { Connector, EffectRun } from '../../electron/core/tools/tool.ts'
import type { CoreClient } from '../../shared/contract.ts'
import { AppError } from '../../shared/errors.ts'
import { ConnectorId } from '../../shared/ids.ts'
import { EffectKind } from '../../shared/turn-event.ts'

export interface Probe {
  readonly connector: Connector
  /** What really happened, in order: `start x`, `end x`, `run x`. */
  readonly log: string[]
  /** Resolves when the log has this entry. */
  logged(entry: string): Promise<void>
  /** Lets every held call with this name go on. */
  release(name: string): void
}

/** Of the tools only those that a step has room for are described to a model: for tests that bring tools of their own, or count its room. */
export async function switchStepsOff(core: Pick<CoreClient, 'call'>): Promise<void> {
  for (const tool of ['patient_look', 'in_steps', 'change_in_steps']) await core.call('tool.switch', { connectorId: ConnectorId.parse('probe'), tool, on: false })
}

/** A connector whose calls can be held, counted, made to fail and made to ignore their signal. */
export function createProbe(write: (entry: string) => void = () => undefined): Probe {
  const log: string[] = []
  const waiting = new Map<string, (() => void)[]>()
  const gates = new Map<string, (() => void)[]>()
  const note = (entry: string): void => {
    log.push(entry)
    write(entry)
    for (const resolve of waiting.get(entry)?.splice(0) ?? []) resolve()
  }
  const hold = (name: string, signal: AbortSignal | null): Promise<void> => new Promise((resolve, reject) => {
    gates.set(name, [...(gates.get(name) ?? []), resolve])
    signal?.addEventListener('abort', () => { reject(new AppError('tool.failed', 'It was told to stop.')) }, { once: true })
  })
  const input = z.object({ name: z.string(), hold: z.boolean().optional(), deaf: z.boolean().optional(), fail: z.boolean().optional(), fatal: z.boolean().optional(), poison: z.boolean().optional(), size: z.number().optional() })
  const work = async (signal: AbortSignal, args: z.infer<typeof input>): Promise<unknown> => {
    note(`start ${args.name}`)
    if (args.hold === true) await hold(args.name, args.deaf === true ? null : signal)
    if (args.fail === true) throw new AppError(args.fatal === true ? 'tool.fatal' : args.poison === true ? 'tool.poison' : 'tool.failed', `${args.name} failed on purpose.`)
    note(`end ${args.name}`)
    return args.size === undefined ? { did: args.name } : 'x'.repeat(args.size)
  }
  const tools = [
    defineTool({ name: 'look', description: 'Looks something up.', class: 'read', retry: 2, input, run: (context, args) => work(context.signal, args) }),
    defineTool({ name: 'remembered_look', description: 'Looks something up and keeps it.', class: 'read', cacheTtl: 60, untrusted: true, input, summarise: ({ name }) => `page ${name}`, run: (context, args) => work(context.signal, args) }),
    defineTool({ name: 'brief_look', description: 'Looks something up in a hurry.', class: 'read', timeout: 30, input, run: (context, args) => work(context.signal, args) }),
    defineTool({ name: 'patient_look', description: 'Looks something up in a hurry, twice.', class: 'read', timeout: 30, retry: 1, input, run: (context, args) => work(context.signal, args) }),
    defineTool({ name: 'brief_change', description: 'Changes something in a hurry.', class: 'write', timeout: 30, input, run: (context, args) => work(context.signal, args) }),
    defineTool({ name: 'change', description: 'Changes something.', class: 'write', input, run: (context, args) => work(context.signal, args) }),
    defineTool({ name: 'wipe', description: 'Wipes something.', class: 'destructive', input, run: (context, args) => work(context.signal, args) }),
    defineTool({ name: 'unclassed', description: 'Nobody said what this does.', input, run: (context, args) => work(context.signal, args) }),
    defineTool({ name: 'stranger', description: 'Returns what a stranger wrote.', class: 'read', untrusted: true, input, summarise: ({ name }) => `page ${name}`, run: (context, args) => work(context.signal, args) }),
    defineTool({ name: 'hasty', description: 'Asks for a short while.', class: 'destructive', approvalTimeout: 1000, input, run: (context, args) => work(context.signal, args) }),
    defineTool({ name: 'careful', description: 'Asks when its name is risky.', class: 'write', input, requiresApproval: ({ name }) => { if (name === 'broken') throw new Error('no'); return name === 'risky' }, run: (context, args) => work(context.signal, args) }),
    defineTool({ name: 'send', description: 'Reaches a host.', class: 'read', egress: true, input: z.object({ host: z.string() }), destinations: ({ host }) => { if (host === '') throw new Error('nowhere'); return [host] }, run: (_context, { host }) => { note(`run ${host}`); return Promise.resolve('sent') } }),
    defineTool({ name: 'compose', description: 'Calls other tools.', class: 'read', retry: 2, input: z.object({ tool: z.string(), names: z.array(z.string()), ids: z.array(z.string()).optional(), serial: z.boolean().optional(), hold: z.boolean().optional(), extra: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional() }), run: async (context, args) => {
      note('start compose')
      const one = (name: string, index: number): Promise<string> => {
        const [tool = args.tool, own = name] = name.includes(':') ? name.split(':') : [args.tool, name]
        const id = args.ids?.[index]
        return context.call({ connectorId: ConnectorId.parse('probe'), tool }, { name: own, ...args.extra }, id === undefined ? {} : { id })
      }
      const results: string[] = []
      if (args.serial === true) for (const [index, name] of args.names.entries()) results.push(await one(name, index))
      else results.push(...await Promise.all(args.names.map(one)))
      if (args.hold === true) await hold('compose', context.signal)
      note('end compose')
      return results.join(' + ')
    } }),
    ...([['in_steps', 'read', 1], ['change_in_steps', 'write', 0]] as const).map(([name, toolClass, retry]) => defineTool({
      name, description: 'Works in steps that are recorded.', class: toolClass, retry,
      input: z.object({ steps: z.array(z.object({ id: z.string(), effect: z.string().optional(), hold: z.boolean().optional(), fail: z.boolean().optional(), calls: z.string().optional(), inner: z.boolean().optional() })), together: z.boolean().optional(), hold: z.boolean().optional(), catches: z.boolean().optional(), then: z.string().optional(), failFirst: z.boolean().optional() }),
      run: async (context, args) => {
        note(`start ${name}`)
        const one = ({ id, effect, ...step }: (typeof args.steps)[number]): Promise<unknown> => {
          const code: EffectRun = async ({ idempotencyKey, signal }) => {
            note(`start step ${id} ${idempotencyKey.slice(0, 8)}`)
            if (step.hold === true) await hold(`step ${id}`, signal)
            if (step.inner === true) await context.step('inner', 'pure', () => 1)
            if (step.calls !== undefined) await context.call({ connectorId: ConnectorId.parse('probe'), tool: 'change' }, { name: step.calls })
            if (step.fail === true) throw new AppError('tool.failed', `${id} failed on purpose.`)
            note(`end step ${id}`)
            return { did: id, times: log.filter((entry) => entry === `end step ${id}`).length }
          }
          return effect === undefined ? context.step(id, code) : context.step(id, EffectKind.parse(effect), code)
        }
        const results: unknown[] = []
        try {
          if (args.together === true) results.push(...await Promise.all(args.steps.map(one)))
          else for (const step of args.steps) results.push(await one(step))
        } catch (error) {
          if (args.catches !== true) throw error
          results.push('caught')
        }
        if (args.failFirst === true && log.filter((entry) => entry === `start ${name}`).length === 1) throw new AppError('tool.failed', 'The first try failed on purpose.')
        if (args.then !== undefined) results.push(await context.call({ connectorId: ConnectorId.parse('probe'), tool: 'change' }, { name: args.then }))
        if (args.hold === true) await hold(name, context.signal)
        return results
      },
    })),
    defineTool({ name: 'browse', description: 'Fetches by itself.', class: 'read', input: z.object({ address: z.string() }), run: async (context, { address }) => (await context.http(address)).status }),
    defineTool({ name: 'odd', description: 'Returns what JSON can’t hold.', class: 'read', input: z.object({}), run: () => Promise.resolve({ big: 1n }) }),
  ]
  return {
    connector: defineConnector({ id: 'probe', label: 'Probe', deps: null, tools }),
    log,
    logged: (entry) => log.includes(entry) ? Promise.resolve() : new Promise((resolve) => { waiting.set(entry, [...(waiting.get(entry) ?? []), resolve]) }),
    release: (name) => { for (const resolve of gates.get(name)?.splice(0) ?? []) resolve() },
  }
}
