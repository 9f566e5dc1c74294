import type { CallerSignal } from '../../../shared/contract.ts'
import type { StoredText } from '../../../shared/stored-text.ts'
import type { ConnectorId } from '../../../shared/ids.ts'
import type { ToolClass } from '../../../shared/policy.ts'
import { NO_CHANGE, type ConnectorPreview, type LookBack, type PolicyChange, type WhatIf } from '../../../shared/what-if.ts'
import { localDay } from '../budget/local-time.ts'
import { unlistedDestinations } from '../gate/taint.ts'
import type { Roles } from '../roles/roles.ts'
import type { Catalog } from '../tools/catalog.ts'
import type { Chain } from '../turn/chain.ts'
import { argumentsOf } from '../turn/prompt.ts'
import type { Reading } from '../reading/reading.ts'
import type { LookedAtRun } from './read-decided.ts'
import { createWhatIf, decideUnder, holdUp, type CallFacts, type DecidedCall, type SpentStep } from './what-if.ts'

export interface WhatIfSources {
  readonly catalog: Catalog
  readonly chain: Chain
  readonly roles: Roles
  readonly readText: (stored: StoredText) => string
  /** For what is as old as is asked for, and for taking turns. */
  readonly clock: { readonly now: () => number }
  readonly elapsed: () => number
}

/** Runs that are read at once, and milliseconds of judging between two looks at what else is to be done. */
const AT_ONCE = 100
const AT_ONCE_MS = 5
const DAY_MS = 86_400_000
/** A preview looks as far back, and at the newest of so many runs. */
const PREVIEW_DAYS = 30
const PREVIEW_RUNS = 3000

/** What recorded calls would have met under another policy. Nothing is run, sent or stored for it. */
export interface LookBacks {
  readonly whatIf: (back: LookBack, change: PolicyChange, signal?: CallerSignal) => Promise<WhatIf>
  readonly preview: (connectorId: ConnectorId, signal?: CallerSignal) => Promise<ConnectorPreview>
}

export function createLookBacks(ask: Reading['ask'], sources: WhatIfSources): LookBacks {
  const facts = factsFrom(sources)
  const mayAsk = (role: string): boolean => sources.roles.find(role)?.mayAsk ?? false

  /** A few runs at a time, so that turns go on meanwhile. */
  const eachCall = async (runs: readonly LookedAtRun[], take: (call: DecidedCall | null) => void, signal: CallerSignal | undefined): Promise<void> => {
    const asking = [...new Set(runs.map(({ role }) => role))].filter(mayAsk)
    let since = sources.elapsed()
    for (let from = 0; from < runs.length; from += AT_ONCE) {
      for (const call of await ask('look-back.calls', { runs: runs.slice(from, from + AT_ONCE), asking }, signal)) {
        take(call)
        if (sources.elapsed() - since < AT_ONCE_MS) continue
        await new Promise((resolve) => { setImmediate(resolve) })
        since = sources.elapsed()
      }
    }
  }

  return {
    whatIf: async (back, change, signal) => {
      const runs = await ask('look-back.runs', { back, now: sources.clock.now() }, signal)
      const fold = createWhatIf(change, facts)
      for (const { startedAt } of runs) fold.addRun(startedAt)
      await eachCall(runs, (call) => {
        if (call === null) fold.leaveOut()
        else fold.add(call)
      }, signal)
      const oldest = runs.at(-1)?.startedAt
      if (oldest === undefined || (change.runsPerHour === null && change.tokensPerDay === null)) return fold.result([])
      const [starts, steps] = await Promise.all([ask('look-back.starts', { since: oldest }, signal), ask('look-back.steps', { since: oldest }, signal)])
      return fold.result(holdUp(change, starts, withDays(steps)))
    },
    preview: async (connectorId, signal) => {
      const counts = new Map<string, ConnectorPreview['tools'][number]>()
      const runs = await ask('look-back.runs-with', { connectorId, since: sources.clock.now() - PREVIEW_DAYS * DAY_MS, limit: PREVIEW_RUNS }, signal)
      await eachCall(runs, (call) => {
        if (call === null || call.identity.connectorId !== connectorId) return
        const { tool } = call.identity
        const before = counts.get(tool) ?? { tool, calls: 0, notDenied: 0, asks: { read: 0, write: 0, destructive: 0 } }
        const asksAs = (toolClass: ToolClass): number => before.asks[toolClass] + (decideUnder({ ...NO_CHANGE, classes: [{ connectorId, tool, toolClass }] }, call, facts).verdict === 'ask' ? 1 : 0)
        counts.set(tool, { tool, calls: before.calls + 1, notDenied: before.notDenied + (call.verdict === 'deny' ? 0 : 1), asks: { read: asksAs('read'), write: asksAs('write'), destructive: asksAs('destructive') } })
      }, signal)
      return { days: PREVIEW_DAYS, tools: [...counts.values()] }
    },
  }
}

/** One day is worked out once, not for each of its steps. */
function withDays(steps: readonly Omit<SpentStep, 'dayStartsAt'>[]): readonly SpentStep[] {
  let day = { from: 0, to: 0 }
  return steps.map((step) => {
    if (step.at < day.from || step.at >= day.to) day = localDay(step.at)
    return { ...step, dayStartsAt: day.from }
  })
}

/** From the arguments that are kept and the tools of today; both are only looked at, and what can't be learned counts as the stricter. */
function factsFrom({ catalog, chain, readText }: WhatIfSources): CallFacts {
  const toolAndArguments = ({ identity, turnId, callId }: DecidedCall) => {
    const state = chain.load(turnId)
    const call = state.calls.get(callId)
    const tool = catalog.find(identity)?.tool
    return call === undefined || call.call.body === null || tool === undefined ? null : { tool, args: argumentsOf(call, readText), state }
  }
  return {
    unlisted: (call) => {
      try {
        const found = toolAndArguments(call)
        if (found === null) return null
        const destinations = found.tool.destinations(found.args)
        return destinations.length === 0 ? null : unlistedDestinations(destinations, chain.typedHosts(found.state))
      } catch {
        return null
      }
    },
    asks: (call) => {
      try {
        const found = toolAndArguments(call)
        return found !== null && found.tool.requiresApproval(found.args)
      } catch {
        return true
      }
    },
  }
}
