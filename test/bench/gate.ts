import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLedger } from '../../electron/core/budget/ledger.ts'
import { decideGate } from '../../electron/core/gate/gate.ts'
import { gatherFacts, type FactSources } from '../../electron/core/gate/facts.ts'
import { createStandingApprovals } from '../../electron/core/gate/standing-approvals.ts'
import { PERSON_CHAT } from '../../electron/core/roles/built-in-roles.ts'
import { createRoles } from '../../electron/core/roles/roles.ts'
import { openStore } from '../../electron/core/store/database.ts'
import { createJournal, type Journal } from '../../electron/core/store/journal.ts'
import { coreMigrations } from '../../electron/core/store/migrations.ts'
import { createProjections } from '../../electron/core/store/projections.ts'
import { createSettingsStore } from '../../electron/core/store/settings.ts'
import { sha256 } from '../../electron/core/store/sha256.ts'
import { createCatalog, type Catalog } from '../../electron/core/tools/catalog.ts'
import { createRelevance } from '../../electron/core/tools/relevance.ts'
import { createToolChoices } from '../../electron/core/tools/tool-choices.ts'
import type { Connector } from '../../electron/core/tools/tool.ts'
import { createChain } from '../../electron/core/turn/chain.ts'
import { offerTools } from '../../electron/core/turn/offer-tools.ts'
import { argumentsOf } from '../../electron/core/turn/prompt.ts'
import { foldTurn } from '../../shared/fold-turn.ts'
import { TurnId } from '../../shared/ids.ts'
import type { Verdict } from '../../shared/policy.ts'
import { started } from '../shared/turn-events.ts'
import { parseBenchArguments } from './bench-arguments.ts'
import { conclude, drawTable, median, quantile, round } from './figures.ts'
import { makeCases, type CallCase } from './gate/call-cases.ts'
import { makeConnectors, questions } from './gate/many-tools.ts'
import { shuffle } from './gate/shuffle.ts'

/*
 * What judging a call costs when there are very many tools: gathering its facts from a real store and catalog, and the
 * decision. Every pass judges the same calls in another order and has to come to the same verdicts. A call's time is its
 * median over the passes, so that a moment in which others had the processor isn't taken for the gate's; p99 is over calls.
 */

const DECIDE_P99_US = 100
const SELECT_MS = 5
const TOOLS_EACH = 100
const SELECTED_FROM = 1000
const PASSES = 6

const { json, counts } = parseBenchArguments(process.argv.slice(2), { tools: 10_000, questions: 100 }, [])
const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'))
const store = openStore(folder, coreMigrations)
try {
  const { database } = store
  const standing = createStandingApprovals(database, sha256)
  const journal = createJournal(database, createProjections(database, createLedger(database), standing))
  const settings = createSettingsStore(database)
  const catalogOf = (connectors: readonly Connector[]): Catalog => createCatalog({ connectors: () => connectors, connectorOn: settings.connectorOn, choices: createToolChoices(database), sha256 })
  const chain = createChain(journal)
  const roles = createRoles()
  const catalog = catalogOf(makeConnectors(Math.ceil(counts.tools / TOOLS_EACH), Math.min(counts.tools, TOOLS_EACH)))
  const sources: FactSources = {
    catalog, standing, roleOf: (state) => roles.find(state.started?.role ?? ''), guardIsOn: () => settings.get().exfiltrationGuard, readsOnly: () => false, priceOf: () => null, typedHosts: chain.typedHosts,
    argumentsOf: (call) => argumentsOf(call, journal.readText), rawOf: () => '',
  }
  const judged = judgeAll(sources, makeCases(catalog.entries()))
  const selected = selectAll(catalogOf(makeConnectors(SELECTED_FROM / 10, 10)), journal)
  const figures = { bench: 'gate', tools: catalog.entries().length, decide_p99_us: round(quantile(judged.microseconds, 0.99), 1), select_1000_ms: round(quantile(selected.milliseconds, 0.99)), checksum: judged.checksum }
  process.stdout.write(`\n${drawTable(['', 'p50', 'p99', 'most'], [
    [`facts and decision, of ${figures.tools} tools, µs`, ...[0.5, 0.99, 1].map((share) => quantile(judged.microseconds, share).toFixed(1))],
    [`${selected.offered} chosen from ${SELECTED_FROM}, ms`, ...[0.5, 0.99, 1].map((share) => quantile(selected.milliseconds, share).toFixed(2))],
  ])}\n\nverdicts: ${[...judged.verdicts].map(([verdict, count]) => `${count} ${verdict}`).join(', ')}; checksum ${judged.checksum}, the same in ${PASSES} orders\nthe first choice, which indexes the words of all ${SELECTED_FROM}: ${selected.firstMs.toFixed(1)} ms\n`)
  conclude(json, figures, [
    { name: 'facts and decision, p99', value: figures.decide_p99_us, atMost: DECIDE_P99_US, unit: 'µs' },
    { name: 'selection, p99', value: figures.select_1000_ms, atMost: SELECT_MS, unit: 'ms' },
  ])
} finally {
  store.close()
  rmSync(folder, { recursive: true, force: true })
}

/** The first pass isn't timed: it is the one in which the code is compiled. */
function judgeAll(sources: FactSources, cases: readonly CallCase[]): { readonly microseconds: readonly number[]; readonly checksum: string; readonly verdicts: ReadonlyMap<Verdict, number> } {
  const timed = new Map<string, number[]>(cases.map(({ name }) => [name, []]))
  const checksums = new Set<string>()
  let verdicts = new Map<Verdict, number>()
  for (let pass = 0; pass < PASSES; pass += 1) {
    const lines: string[] = []
    verdicts = new Map()
    for (const { name, state, call } of shuffle(cases, pass + 1)) {
      const began = performance.now()
      const { verdict, reason } = decideGate(gatherFacts(sources, state, call))
      if (pass > 0) timed.get(name)?.push((performance.now() - began) * 1000)
      lines.push(`${name} ${verdict} ${reason.kind}`)
      verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1)
    }
    checksums.add(createHash('sha256').update(lines.sort().join('\n')).digest('hex').slice(0, 16))
  }
  const [checksum, ...others] = checksums
  if (checksum === undefined || others.length > 0) throw new Error('the order in which calls are judged changes what is decided')
  return { microseconds: [...timed.values()].map(median), checksum, verdicts }
}

function selectAll(catalog: Catalog, journal: Journal): { readonly milliseconds: readonly number[]; readonly firstMs: number; readonly offered: number } {
  const ports = { catalog, relevance: createRelevance(), chain: createChain(journal), facts: { readsOnly: () => false } }
  const offered = new Set<number>()
  const ask = (text: string, index: number): number => {
    const state = foldTurn(TurnId.parse(`turn_select${index}`), [started({ body: { message: [{ origin: 'typed', text: { text }, vouched: true }], taint: [] } })])
    const began = performance.now()
    offered.add(offerTools(ports, PERSON_CHAT, state, '').entries.length)
    return performance.now() - began
  }
  const asked = questions(counts.questions)
  const firstMs = ask(asked[0] ?? '', 0)
  const passes = Array.from({ length: PASSES }, () => asked.map(ask)).slice(1)
  const [count, ...others] = offered
  if (count === undefined || others.length > 0) throw new Error(`a step is offered ${[...offered].join(' or ')} tools`)
  return { milliseconds: asked.map((_, index) => median(passes.map((pass) => pass[index] ?? 0))), firstMs, offered: count }
}
