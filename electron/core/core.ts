import type { CoreHandlers } from '../../shared/contract.ts'
import type { CoworkerId } from '../../shared/coworker.ts'
import { JobId } from '../../shared/ids.ts'
import type { SeatedEvent } from '../../shared/turn-event.ts'
import type { TurnState } from '../../shared/turn-state.ts'
import { createBackups } from './backup/backups.ts'
import { endImportedRuns } from './backup/imported.ts'
import { BUNDLED_SKILLS, createConnectors } from './connectors/built-in.ts'
import { createTeamConnector } from './connectors/team/create-team-connector.ts'
import type { JobsTools } from './connectors/jobs/job-tools.ts'
import { openSkillStore } from './connectors/skills/skill-store.ts'
import { openStored } from './connectors/stored.ts'
import { openDataDirectory } from './open-data-directory.ts'
import { createPastChats } from './connectors/transcripts/past-chats.ts'
import { createCallPrices } from './coworkers/call-prices.ts'
import { checkRun, createCoworkers } from './coworkers/coworkers.ts'
import { coworkerOfRole, coworkerRoleId } from './roles/role-ids.ts'
import { createDelegations } from './coworkers/delegation.ts'
import { createCoworkerStore } from './coworkers/coworker-store.ts'
import { createBudget } from './budget/budget.ts'
import { createLedger } from './budget/ledger.ts'
import { createStepsStored } from './budget/steps-stored.ts'
import { createToolUse } from './budget/tool-use.ts'
import { openGoalStore } from './goals/goal-store.ts'
import { createGoalRoles, createGoals } from './goals/goals.ts'
import { createWorkerStore } from './goals/worker-store.ts'
import { createStandingApprovals } from './gate/standing-approvals.ts'
import type { FactSources } from './gate/facts.ts'
import type { Host } from './host.ts'
import { createHttpGet, refuseHttp } from './http/tool-http.ts'
import { createServers } from './mcp/create-servers.ts'
import { createWatchdog } from './mcp/watchdog.ts'
import type { ModelPort } from './model/model.ts'
import { createCertifications } from './model/certifications.ts'
import { createModels } from './model/models.ts'
import { createPracticeModel } from './model/practice.ts'
import { allowedConnectors, permitsRole, unattendedProblem, withheldBy } from './operator/apply-operator.ts'
import { boundCapture } from './operator/parse-operator.ts'
import { readOperator } from './operator/read-operator.ts'
import { narrowRole } from './roles/ceiling.ts'
import { createRoles, type RoleSource } from './roles/roles.ts'
import { createHandlers } from './rpc/handlers.ts'
import { personSkills } from './rpc/skill-handlers.ts'
import { createLookBacks } from './runs/look-back.ts'
import { createCaseStore } from './cases/case-store.ts'
import { createReading } from './reading/reading.ts'
import { createRuns } from './runs/runs.ts'
import { createKnownSecrets } from './secrets/known-secrets.ts'
import { openSecrets } from './secrets/open-secrets.ts'
import { createActivity } from './store/activity.ts'
import { createBlobs } from './store/blobs.ts'
import { createChats } from './store/chats.ts'
import { createDraftFiles } from './store/draft-files.ts'
import { createJournal } from './store/journal.ts'
import { createLogKeeping } from './store/log-keeping.ts'
import { createOrderlyQuit } from './store/orderly-quit.ts'
import { createLogTruncation } from './store/log-truncation.ts'
import { createModelStore } from './store/model-store.ts'
import { createProjections } from './store/projections.ts'
import { createQuestions } from './store/questions.ts'
import { createRunLinks } from './store/run-links.ts'
import { createSettingsStore } from './store/settings.ts'
import { sha256 } from './store/sha256.ts'
import { createToolCache } from './store/tool-cache.ts'
import { createCatalog } from './tools/catalog.ts'
import { createToolChoices } from './tools/tool-choices.ts'
import { createRelevance } from './tools/relevance.ts'
import type { Connector } from './tools/tool.ts'
import { createChain } from './turn/chain.ts'
import { argumentsOf } from './turn/prompt.ts'
import { createIds } from './turn/create-ids.ts'
import { createTurns, type Turns } from './turn/turns.ts'
import { createJobEdits } from './unattended/job-edits.ts'
import { jobRoles, roleOfJob } from './unattended/job-role.ts'
import { createJobStore } from './unattended/job-store.ts'
import { createRetries } from './unattended/retries.ts'
import { FIXED_CALL, fixedCallModel, FREE } from './unattended/sources/fixed-call.ts'
import { sourceRoles } from './unattended/sources/source-role.ts'
import { createSourceStore } from './unattended/sources/source-store.ts'
import { createUnattended } from './unattended/create-unattended.ts'
import { openScheduleHold } from './unattended/schedule-hold.ts'
import { createUnreadableTurns } from './turn/unreadable-turns.ts'
import { createTurnWatchers } from './turn/turn-watchers.ts'

/** What a shell mounts on each of its transports. */
export { serveClient } from './rpc/serve-client.ts'

/** The running core. A shell mounts `handlers` on its transports and calls `close` before it goes. */
export interface Core {
  readonly handlers: CoreHandlers
  /** Stops taking work, closes what is open and lets go of the data directory. Running turns resume at the next start. */
  readonly close: () => Promise<void>
}

/** What drills, benches and tests put beside the shipped parts; a shell never does. */
export interface Additions {
  readonly connectors?: readonly Connector[]
  /** By name; `practice` replaces the shipped one. */
  readonly models?: ReadonlyMap<string, ModelPort>
  readonly roles?: readonly RoleSource[]
  /** Handed the turns before anything is taken over, to start some in a role that no operation starts. */
  readonly onTurns?: (turns: Turns) => void
  /** Told right after each commit to a journal, before anything follows from it. Must not throw. */
  readonly onAppended?: (state: TurnState, seated: readonly SeatedEvent[]) => void
}

/**
 * The one composition root: opens the data directory, makes every part, and takes over what an earlier process left open.
 * @throws AppError `store.*` when the data directory can't be used; then nothing of it was changed
 */
export async function createCore(host: Host, additions: Additions = {}): Promise<Core> {
  const environment = host.environment ?? process.env
  const operator = readOperator(environment)
  const store = openDataDirectory(host.dataDirectory)
  const { database } = store
  const settings = createSettingsStore(database)
  const standing = createStandingApprovals(database, sha256)
  const ledger = createLedger(database)
  const truncation = createLogTruncation(database)
  const journal = createJournal(database, createProjections(database, ledger, standing), truncation)
  const reading = createReading({ path: database.name, onRest: truncation.retry })
  const chats = createChats(database)
  const questions = createQuestions(database)
  const stored = openStored(database)
  const secrets = openSecrets({ dataDirectory: host.dataDirectory, environment, clock: host.clock, forkNode: host.forkNode })
  /** What a connector's settings name by a secret's name; null: nothing of that name is stored. */
  const secretOf = secrets.store.get
  const jobStore = createJobStore(database)
  const hold = openScheduleHold(database, host.dataDirectory, host.newId)
  const jobEdits = createJobEdits({ store: jobStore, now: host.clock.now, newJobId: () => JobId.parse(`job_${host.newId()}`), hasModel: (name) => models.has(name), hasCoworker: (id) => coworkers.find(id) !== null })
  const jobsTools: JobsTools = {
    store: jobStore, edits: jobEdits, now: host.clock.now,
    findTool: (name) => catalog.findByModelName(name)?.tool.identity ?? null, nameOf: (tool) => catalog.find(tool)?.modelName ?? `${tool.connectorId}: ${tool.tool}`,
  }
  const teamConnector = createTeamConnector({
    list: () => coworkers.list().map(({ id, name, profile }) => ({ id, name, profile, tools: profile === null ? [] : coworkers.givenTools(profile) })),
  })
  const goalStore = openGoalStore(database)
  const goalWorkers = createWorkerStore(database)
  const skills = openSkillStore(database, { bundled: BUNDLED_SKILLS, person: personSkills(host.dataDirectory) }, sha256)
  const watchdog = createWatchdog(host.forkNode === undefined)
  const builtIn = closingOnFailure(store, () => allowedConnectors(operator, [...createConnectors({
    database, stored, now: host.clock.now, settings: settings.get, dataDirectory: host.dataDirectory, skills, goals: goalStore, environment, watchdog, jobs: jobsTools,
    pastChats: createPastChats({ journal, chats, search: (query, limit, signal) => reading.ask('chat.search', { query, limit }, signal) }),
  }), teamConnector]))
  const choices = createToolChoices(database)
  const toolServers = createServers({ database, host, operator, privateHosts: () => settings.get().privateHosts, secretOf })
  const { servers, bundles } = toolServers
  const connectors = [...builtIn, ...(additions.connectors ?? [])]
  const catalog = createCatalog({ connectors: () => [...connectors, ...servers.connectors()], connectorOn: (id) => servers.isOn(id) ?? settings.connectorOn(id), choices, sha256, operator: { approveAlways: operator.approveAlways, withheldBy: (toolClass) => withheldBy(operator, toolClass) } })
  const chain = createChain(journal)
  const relevance = createRelevance()
  const knownSecrets = createKnownSecrets(secrets.store.seenValues)
  const watchers = createTurnWatchers(knownSecrets.redact)
  const orderlyQuit = createOrderlyQuit(database)
  const ids = createIds(host, orderlyQuit.take() ? 'quit' : 'crash')
  const models = createModels({
    store: createModelStore(database), additions: new Map([...(additions.models ?? []), [FIXED_CALL, fixedCallModel]]),
    parts: {
      practice: createPracticeModel({ rate: () => settings.get().practiceRate, clock: host.clock }), clock: host.clock, random: Math.random,
      readSecret: secretOf, readEnvironment: (variable) => secrets.store.resolve({ kind: 'environment', variable }, 'person'),
    },
  })
  const listeners: ((state: TurnState, seated: readonly SeatedEvent[]) => void)[] = additions.onAppended === undefined ? [] : [additions.onAppended]
  const showing: typeof listeners = []
  const callPrices = createCallPrices(database)
  const sourceStore = createSourceStore(database)
  const coworkers = createCoworkers({ prices: callPrices, store: createCoworkerStore(database), catalog, findModel: models.find, skills: skills.resolved, now: host.clock.now })
  const coworkerRole = (id: CoworkerId) => coworkers.roles.find(coworkerRoleId(id))
  const goalRoles = createGoalRoles(goalWorkers, { catalog, rules: coworkers, defaultModel: () => settings.get().model, skills: skills.resolved })
  const roles = createRoles([jobRoles(jobStore, coworkerRole), coworkers.roles, sourceRoles(sourceStore, () => catalog), ...(additions.roles ?? [])], (role) => permitsRole(operator, role), goalRoles.made)
  const facts: FactSources = {
    catalog, standing,
    roleOf: (state) => { const role = roles.find(state.started?.role ?? ''); return role === null ? null : narrowRole(role, state.started?.meta?.narrowed) },
    guardIsOn: () => settings.get().exfiltrationGuard,
    readsOnly: models.readsOnly,
    typedHosts: chain.typedHosts,
    priceOf: callPrices.of,
    argumentsOf: (call) => argumentsOf(call, journal.readText),
    rawOf: ({ call }) => (call.body === null || call.body.raw === null ? '' : journal.readText(call.body.raw)),
  }
  // Not at once: whoever frees room has work of its own to finish first.
  const budget = createBudget({ ledger, clock: host.clock, caps: () => settings.get().caps, wake: (turnId) => { setImmediate(() => { turns.wake(turnId) }) } })
  const delegations = createDelegations({
    coworkers, roleOf: facts.roleOf, findRole: roles.get, catalog, turns: () => turns, chats, ledger, journal, now: host.clock.now, onChat: (chatId) => { touchChat(chatId) },
  })
  listeners.push(createStepsStored(ledger), delegations.appended)
  const turns: Turns = createTurns({
    delegation: delegations, journal, clock: host.clock, ids, sha256, catalog, standing, facts, chain, relevance, budget, watchers, toolCache: createToolCache(database), secrets: knownSecrets, captureLevel: (wanted) => boundCapture(operator, wanted ?? settings.get().capture), http: operator.allowWeb ? createHttpGet({ privateHosts: () => settings.get().privateHosts }) : refuseHttp,
    modelOf: models.open,
    contextWindowOf: (name) => models.find(name)?.contextWindow ?? null,
    pricesOf: (name) => (name === FIXED_CALL ? FREE : models.find(name)?.prices ?? null),
    announce: (state, seated) => {
      for (const listener of listeners) listener(state, seated)
      if (seated.some(({ event }) => event.kind === 'step.ended')) budget.recheck()
    },
    show: (state, seated) => { for (const listener of showing) listener(state, seated) },
  })

  additions.onTurns?.(turns)
  const unattended = createUnattended({
    jobs: { store: jobStore, edits: jobEdits, hold, roleOf: (job) => roleOfJob(job, coworkerRole), checkCoworker: (id) => { checkRun(coworkers, { turns, roleOf: roles.get }, id, host.clock.now()) } },
    sources: { store: sourceStore, roleOf: roles.find },
    database, operator, secrets: secrets.store, models, newId: host.newId, catalog, chats, turns, clock: host.clock, newChatId: ids.newChatId, sha256, readText: journal.readText,
    defaultModel: () => settings.get().model, onChat: (chatId) => { touchChat(chatId) },
  })
  const { jobs, sources, webhooks } = unattended
  const logKeeping = createLogKeeping(database)
  listeners.push(unattended.appended, logKeeping.appended)
  const goals = createGoals({
    store: goalStore, workers: goalWorkers, agent: goalRoles.agent, turns, chats, clock: host.clock, now: host.clock.now, ledger, budget, caps: () => settings.get().caps, findModel: models.find, defaultModel: () => settings.get().model,
    readText: journal.readText, priceOf: callPrices.of, findRole: roles.find, newChatId: ids.newChatId, onChat: (chatId) => { touchChat(chatId) }, mayStart: () => hold.why() === null, withheld: () => unattendedProblem(operator),
  })
  listeners.push(goals.appended)
  const retries = createRetries({
    turns, chats, roles, links: createRunLinks(database), ledger, journal, watchers, now: host.clock.now, isLeft: goals.runs.isLeft,
    checkStart: (role) => { const id = coworkerOfRole(role.id); if (id !== null) checkRun(coworkers, { turns, roleOf: roles.get }, id, host.clock.now()) },
  })
  listeners.push(retries.appended)
  // A job's own cap may be a higher one now.
  jobs.edits.onEdited(budget.recheck)
  const backups = createBackups({ database, dataDirectory: host.dataDirectory, version: host.version, now: host.clock.now, newId: host.newId })
  const certifications = createCertifications({ database, models, ledger, budget, secrets: knownSecrets, clock: host.clock, newTurnId: ids.newTurnId })
  const { handlers, touchChat, resume, close: closeHandlers } = createHandlers({
    host, ids, journal, blobs: createBlobs(database), chats, questions, activity: createActivity(database), settings, choices, relevance, facts, chain, budget, ledger, toolUse: createToolUse(database), standing, stored, skills, models, secrets, catalog, servers, turns, watchers, roles, operator,
    jobs, webhooks, sources, certifications,
    lookBacks: createLookBacks(reading.ask, { catalog, chain, roles, readText: journal.readText, clock: host.clock, elapsed: () => performance.now() }),
    coworkers, callPrices, goals,
    caseStore: createCaseStore(database),
    runs: createRuns(database, reading.ask), reading, redact: knownSecrets.redact,
    draftFiles: createDraftFiles(database), bundles, backups,
    onAppended: (listener) => { showing.push(listener) },
  })
  const unreadable = createUnreadableTurns({ turns, chats, clock: host.clock, onHealed: touchChat })
  await skills.all(new AbortController().signal)
  await endImportedRuns(database, chats.openTurns().map((turn) => turn.turnId), (turnId) => turns.stop(turnId))
  unreadable.recover(chats.openTurns().map((turn) => turn.turnId))
  retries.recover()
  resume()
  goals.start()
  await unattended.start()
  // The window comes first; a server that is slow to start holds up nothing.
  setImmediate(toolServers.start)
  return {
    handlers,
    close: async () => {
      closeHandlers()
      unreadable.close()
      goals.close()
      retries.close()
      certifications.close()
      backups.close()
      await unattended.close()
      budget.close()
      await turns.drain()
      await toolServers.close()
      logKeeping.close()
      await watchdog.close()
      await reading.close()
      secrets.close()
      orderlyQuit.leave(host.clock.now())
      store.close()
    },
  }
}

/** A start that fails lets go of the data directory. */
function closingOnFailure<T>(store: { readonly close: () => void }, make: () => T): T {
  try {
    return make()
  } catch (error) {
    store.close()
    throw error
  }
}
