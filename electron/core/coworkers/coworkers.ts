import type { CoworkerId, CoworkerProfile, CoworkerRow, OfferedCoworkerTool, Preset, ProfileProblem } from '../../../shared/coworker.ts'
import { CoworkerId as CoworkerIdSchema } from '../../../shared/coworker.ts'
import { AppError } from '../../../shared/errors.ts'
import type { ChatId, TurnId } from '../../../shared/ids.ts'
import type { ModelProfile } from '../../../shared/model-profile.ts'
import type { Role } from '../../../shared/role.ts'
import { HostName } from '../../../shared/settings.ts'
import { isNamed } from '../../../shared/tool-set.ts'
import { lostTool, profileProblems, type ProfileFacts, type RuledTool } from '../roles/profile-rules.ts'
import type { RoleSource } from '../roles/roles.ts'
import { startOfDay } from '../store/activity.ts'
import type { Chats } from '../store/chats.ts'
import type { Catalog } from '../tools/catalog.ts'
import type { Turns } from '../turn/turns.ts'
import { coworkerOfRole, coworkerRoleId } from '../roles/role-ids.ts'
import { roleOfProfile } from './coworker-role.ts'
import { refuseOverAllowance } from './allowance.ts'
import type { CallPrices } from './call-prices.ts'
import type { CoworkerStore, StoredCoworker } from './coworker-store.ts'
import { presetsFor } from './presets.ts'

export interface CoworkersParts {
  readonly store: CoworkerStore
  readonly catalog: Catalog
  readonly prices: CallPrices
  readonly findModel: (name: string) => ModelProfile | null
  /** Of skills that resolve. */
  readonly skills: () => readonly string[]
  readonly now: () => number
}

export interface RunParts {
  readonly turns: Pick<Turns, 'start' | 'state'>
  readonly chats: Pick<Chats, 'create' | 'change'>
  readonly newChatId: () => ChatId
  readonly roleOf: (id: string) => Role
}

/** Saved profiles, and the roles that they make. */
export interface Coworkers {
  readonly list: () => readonly StoredCoworker[]
  readonly find: (id: string) => StoredCoworker | null
  readonly problemsOf: (profile: CoworkerProfile) => readonly ProfileProblem[]
  /** What the editor offers, and what asking for each would come to. */
  readonly offered: (profile: CoworkerProfile) => readonly OfferedCoworkerTool[]
  /** Titles of the tools that a run would have now, as far as the profile decides. */
  readonly givenTools: (profile: CoworkerProfile) => readonly string[]
  readonly presets: (model: string) => readonly Preset[]
  /** Stores it, or says everything that is wrong. @throws AppError `input.not-found` */
  readonly save: (id: CoworkerId | null, profile: CoworkerProfile) => { readonly id: CoworkerId } | { readonly problems: readonly ProfileProblem[] }
  readonly remove: (id: CoworkerId) => void
  /** Runs that have begun and not ended. */
  readonly countLive: (id: CoworkerId) => number
  readonly runsSince: (id: CoworkerId, at: number) => readonly TurnId[]
  readonly priceOf: CallPrices['of']
  readonly roles: RoleSource
}

export function createCoworkers({ store, catalog, prices, findModel, skills, now }: CoworkersParts): Coworkers {
  const tools = (): readonly RuledTool[] => catalog.entries().map(({ tool, connector }) => ({ ...tool, connectorLabel: connector.label, builtIn: connector.builtIn }))
  const facts = (): ProfileFacts => ({
    tools: tools(),
    connectors: catalog.connectors.map(({ id, label, builtIn }) => ({ id, label, builtIn, bills: prices.bills(id) })),
    model: (name) => { const found = findModel(name); return found === null ? null : { priced: found.prices.input !== null && found.prices.output !== null } },
    skills: skills(),
    isHost: (text) => HostName.safeParse(text).success,
    coworkers: store.list().map(({ id }) => id),
  })
  const newCoworkerId = (name: string): CoworkerId => {
    const slug = name.normalize('NFKD').toLowerCase().replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-+|-+$/g, '').slice(0, 40).replace(/-+$/, '')
    for (let number = 1; ; number += 1) {
      const id = CoworkerIdSchema.parse(`${slug === '' || slug === 'new' ? 'coworker' : slug}${number === 1 ? '' : `-${number}`}`)
      if (!store.isTaken(id)) return id
    }
  }
  const roleOf = ({ id, profile }: StoredCoworker): Role | null => (profile === null || !isRunnable(profile) ? null : roleOfProfile(id, profile, profile.grant === null && profile.maxDelegationDepth === 0 ? [] : tools(), skills()))
  return {
    list: store.list, find: store.find,
    problemsOf: (profile) => profileProblems(profile, facts()),
    offered: (profile) => tools().map((tool): OfferedCoworkerTool => ({
      tool: tool.identity, title: tool.title, connectorLabel: tool.connectorLabel, toolClass: tool.toolClass, provenance: tool.provenance, egress: tool.egress, lost: lostTool(tool, profile, skills()),
    })),
    givenTools: (profile) => tools().flatMap((tool) => (isNamed(profile.tools, tool.identity) && lostTool(tool, profile, skills()) === null ? [tool.title] : [])),
    presets: (model) => presetsFor(model, (tool) => catalog.find(tool) !== null, store.list().map(({ id }) => id)),
    save: (id, profile) => {
      if (id !== null && store.find(id) === null) throw new AppError('input.not-found', 'There is no such coworker.')
      const problems = profileProblems(profile, facts())
      if (problems.length > 0) return { problems }
      const saved = id ?? newCoworkerId(profile.name)
      store.save(saved, profile, now())
      return { id: saved }
    },
    remove: (id) => {
      if (store.find(id) === null) throw new AppError('input.not-found', 'There is no such coworker.')
      store.remove(id, now())
    },
    runsSince: store.runsSince,
    priceOf: prices.of,
    countLive: store.countLive,
    roles: {
      find: (roleId) => {
        const id = coworkerOfRole(roleId)
        const stored = id === null || coworkerRoleId(id) !== roleId ? null : store.find(id)
        return stored === null ? null : roleOf(stored)
      },
      list: () => store.list().flatMap((stored) => roleOf(stored) ?? []),
    },
  }

  /** What the form of a role needs; everything else is asked when a run starts. */
  function isRunnable({ runBudget, maxTurns, maxConcurrentRuns, maxAttempts, maxDelegationDepth }: CoworkerProfile): boolean {
    return [runBudget, maxTurns, maxConcurrentRuns, maxAttempts].every((figure) => Number.isSafeInteger(figure) && figure > 0) && Number.isSafeInteger(maxDelegationDepth) && maxDelegationDepth >= 0
  }
}

/**
 * What is asked before any run of it, whoever starts it. The rules are asked once more: what was saved may have lost its model,
 * its connectors or its tools since. @throws AppError `coworker.refused` with the first thing in its way, `input.not-found`
 */
export function checkRun(coworkers: Coworkers, { turns, roleOf }: Pick<RunParts, 'turns' | 'roleOf'>, id: CoworkerId, now: number): { readonly name: string; readonly profile: CoworkerProfile; readonly role: Role } {
  const found = coworkers.find(id)
  if (found === null) throw new AppError('input.not-found', 'There is no such coworker.')
  const { profile } = found
  const kept = { kept: 'Nothing was started.' }
  if (profile === null) throw new AppError('coworker.refused', `“${found.name}” was saved by a later Gatehouse, and this one can’t read it.`, { ...kept, advice: 'Update Gatehouse, or make it anew.' })
  const [first] = coworkers.problemsOf(profile)
  if (first !== undefined) throw new AppError('coworker.refused', `“${found.name}” can’t run: ${first.sentence}`, { ...kept, advice: 'Open it, put that right and save it.' })
  const live = coworkers.countLive(id)
  if (live >= profile.maxConcurrentRuns) throw new AppError('coworker.refused', `“${found.name}” is at work already (${live} of ${profile.maxConcurrentRuns}).`, { ...kept, advice: 'Wait for it, stop it, or let it run more often at a time.' })
  const role = roleOf(coworkerRoleId(id))
  refuseOverAllowance({ name: found.name, allowance: role.allowance, priceOf: coworkers.priceOf, code: 'coworker.refused', runs: role.allowance === null ? [] : coworkers.runsSince(id, startOfDay(now)).map(turns.state) })
  return { name: found.name, profile, role }
}

/** Of a chat that one run is to have for itself. */
export const titleOfRun = (name: string, task: string): string => `${name}: ${task.replaceAll(/\s+/g, ' ').slice(0, 60)}`

/** Starts a run in a chat of its own. @throws AppError as `checkRun` */
export async function runCoworker(coworkers: Coworkers, parts: RunParts, id: CoworkerId, task: string, now: number): Promise<{ readonly chatId: ChatId; readonly turnId: TurnId }> {
  const { turns, chats, newChatId } = parts
  const { name, profile, role } = checkRun(coworkers, parts, id, now)
  const chatId = newChatId()
  chats.create(chatId, now)
  chats.change(chatId, { title: titleOfRun(name, task) })
  const turnId = await turns.start({ chatId, parentTurnId: null, role, model: profile.model, message: [{ origin: 'typed', text: task, vouched: true }], check: () => undefined })
  return { chatId, turnId }
}

/** What keeps it from running whatever happens, such as a model that is gone; null: nothing. That it is at work is no such thing. */
export function coworkerProblem(coworkers: Pick<Coworkers, 'find' | 'problemsOf'>, id: CoworkerId): string | null {
  const found = coworkers.find(id)
  if (found === null) return 'There is no such coworker any more.'
  if (found.profile === null) return `“${found.name}” was saved by a later Gatehouse, and this one can’t read it.`
  const [first] = coworkers.problemsOf(found.profile)
  return first === undefined ? null : `“${found.name}” can’t run: ${first.sentence}`
}

/** As a window shows it. */
export const toCoworkerRow = (coworkers: Coworkers, { id, name, profile }: StoredCoworker): CoworkerRow => ({
  id, name, profile, live: coworkers.countLive(id),
  problems: profile === null ? [{ field: 'name', sentence: 'It was saved by a later Gatehouse, and this one can’t read it. It stays as it is.' }] : [...coworkers.problemsOf(profile)],
})
