import type { AllowToken, CaseChange, CasePlan } from '../../../shared/case-run.ts'
import { AppError } from '../../../shared/errors.ts'
import type { CaseRunId, CaseSetId } from '../../../shared/ids.ts'
import { firstStepOf } from '../../../shared/turn-state.ts'
import type { CoreParts } from '../rpc/core-parts.ts'
import { createBranchStarter } from '../runs/branch-starter.ts'
import { createCaseRuns, type CaseRuns } from './case-runs.ts'

export function openCaseRuns(parts: CoreParts, hear: { readonly onSet: (setId: CaseSetId) => void; readonly onRun: (runId: CaseRunId) => void }): CaseRuns {
  const { runs, turns, chats, journal, chain, catalog, models, roles, host } = parts
  const starter = createBranchStarter(parts)
  return createCaseRuns({
    store: parts.caseStore, now: host.clock.now, newId: host.newId, ...hear,
    findRun: runs.list.find, stateOf: chain.load, hasRole: (role) => roles.find(role) !== null, catalog, pricesOf: (name) => models.find(name)?.prices ?? null,
    begin: async (origin, { model, system, descriptions = [] }, { allow, caseRun, stored }) => {
      await starter.branch(origin, firstStepOf(origin), { model, system, message: undefined, results: [], classes: [], descriptions, allow, caseRun }, stored)
    },
    stopTurn: (turnId) => turns.stop(turnId),
    turn: chats.turn, readText: journal.readText, moneyOf: parts.ledger.costOfRun,
    check: (change, allow, effects) => { checkCaseRun(parts, change, allow, effects) },
  })
}

/** @throws AppError `input.invalid`, naming what there isn't */
function checkCaseRun({ catalog, models }: Pick<CoreParts, 'catalog' | 'models'>, { model, descriptions = [] }: CaseChange, allow: readonly AllowToken[], effects: CasePlan['effects']): void {
  const refuse = (message: string): never => { throw new AppError('input.invalid', message, { kept: 'Nothing was started.' }) }
  if (model !== undefined) models.open(model)
  for (const { connectorId, tool } of descriptions) if (catalog.find({ connectorId, tool }) === null) refuse(`There is no tool ${tool} of ${connectorId}.`)
  const recorded = new Set(effects.map(({ token }) => token))
  for (const token of allow) {
    const [kind, name] = [token.slice(0, token.indexOf(':')), token.slice(token.indexOf(':') + 1)]
    if (catalog.findByModelName(name) !== null || (kind === 'step' && recorded.has(token))) continue
    refuse(kind === 'tool' ? `There is no tool named “${name}”, so it can’t be allowed.` : `No tool has that name and none of these runs has such a step: “${name}”.`)
  }
}
