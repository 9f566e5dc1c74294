import type { Digest, TurnId } from '../../../shared/ids.ts'
import type { RunCheck } from '../../../shared/replay.ts'
import type { RunRecord } from '../../../shared/run-log.ts'
import { AppError } from '../../../shared/errors.ts'
import { foldTurn } from '../../../shared/fold-turn.ts'
import type { StoredText } from '../../../shared/stored-text.ts'
import { gatherFacts, type FactSources } from '../gate/facts.ts'
import type { Catalog } from '../tools/catalog.ts'
import { definitionOf, printDefinition } from '../tools/definition-text.ts'
import type { Relevance } from '../tools/relevance.ts'
import type { ToolChoices } from '../tools/tool-choices.ts'
import type { Chain } from '../turn/chain.ts'
import { offerFor, requestOf } from '../turn/start-step.ts'
import { notReplayed, replayRun } from './replay.ts'
import type { ReplaySources } from './replay-place.ts'

export interface CheckSources {
  readonly catalog: Catalog
  readonly choices: ToolChoices
  readonly chain: Chain
  readonly relevance: Relevance
  readonly facts: FactSources
  readonly readText: (stored: StoredText) => string
  readonly sha256: (text: string) => Digest
}

/** Milliseconds of work between two looks at what else is to be done. */
const AT_ONCE_MS = 5

/** Checks a recorded run against today's code and tools. Runs, sends and stores nothing. @param now milliseconds, only for taking turns */
export async function checkRun(turnId: TurnId, { run, events, problem }: RunRecord, sources: CheckSources, now: () => number): Promise<RunCheck> {
  const recorded = events.map(({ event }) => event)
  const [first] = recorded
  if (run.chat === null) return notReplayed('Its chat was deleted: only ids, times and outcomes are left of this run, and nothing that could be fed back.')
  if (first?.kind !== 'turn.started' || first.meta === null) {
    return notReplayed(first?.kind === 'turn.started' && problem === null ? `Only ids, times and outcomes of this run were kept (capture level ${first.capture}), and nothing that could be fed back.` : `Its first event can’t be read. ${problem ?? ''}`)
  }
  if (first.branch !== undefined) return notReplayed('This run is a branch: it takes over steps and results of another run, and isn’t checked by itself. Check the run that it came from.')
  const replay = replayRun(turnId, recorded, replaySources(sources))
  for (let since = now(); ;) {
    const next = replay.next()
    if (next.done === true) return next.value.state === 'agrees' && problem !== null ? { ...notReplayed(`What can be read agrees, and it can be read only up to here. ${problem}`, foldTurn(turnId, recorded)), leftOut: next.value.leftOut } : next.value
    if (now() - since < AT_ONCE_MS) continue
    await new Promise((resolve) => { setImmediate(resolve) })
    since = now()
  }
}

export function replaySources({ catalog, choices, chain, relevance, facts, readText, sha256 }: CheckSources): ReplaySources {
  const ports = { catalog, chain, relevance, facts }
  return {
    sha256,
    readText: (stored) => {
      try {
        return readText(stored)
      } catch (error) {
        if (error instanceof AppError) return null
        throw error
      }
    },
    offer: (state, withTools) => offerFor(ports, state, withTools).offered,
    request: (state, started, maxTokens) => JSON.stringify(requestOf(ports, state, started, maxTokens)),
    tool: (identity) => {
      const entry = catalog.find(identity)
      return entry === null ? null : { pin: entry.pin, definition: printDefinition(definitionOf(entry.made, entry.connector.launch)) }
    },
    toolByName: (name) => catalog.findByModelName(name)?.tool.identity ?? null,
    definitionOf: (identity, pin) => {
      const { acceptedPin, acceptedDefinition } = choices.get(identity)
      return acceptedPin === pin && acceptedDefinition !== null ? printDefinition(acceptedDefinition) : null
    },
    facts: (state, call) => gatherFacts(facts, state, call),
  }
}
