import { join } from 'node:path'
import type { CallHandlers, WatchHandlers } from '../../../shared/contract.ts'
import { AppError } from '../../../shared/errors.ts'
import type { AnthropicProfile, KeyState, ModelCheck, ModelProfile, ModelRow } from '../../../shared/model-profile.ts'
import type { Clock } from '../host.ts'
import { diagnoseModel } from '../model/diagnose-model.ts'
import { toSecretReference } from '../model/models.ts'
import { PRACTICE_PROFILE, readSuggestedProfiles } from '../model/profiles.ts'
import { parseSecretValue } from '../secrets/secret-value.ts'
import type { CoreParts } from './core-parts.ts'
import { createRows, type Rows } from './rows.ts'

type ModelCalls = Pick<CallHandlers, 'model.save' | 'model.remove' | 'model.choose' | 'model.test' | 'model.suggestions'>

export interface ModelHandlers {
  readonly calls: ModelCalls
  readonly watches: Pick<WatchHandlers, 'models.watch'>
  /** @throws AppError `input.not-found` */
  readonly choose: (name: string) => Promise<ModelProfile>
  /** Keys or the choice may have changed. */
  readonly refresh: () => void
  readonly close: () => void
}

/** Longer than a local model takes to load, shorter than a person waits at a button. */
const TEST_LIMIT_MS = 45_000
const SUGGESTIONS = join(import.meta.dirname, '..', '..', '..', 'resources', 'models')

export function createModelHandlers(parts: CoreParts, changeModel: (name: string) => Promise<unknown>): ModelHandlers {
  const { models, secrets, settings, chats, host } = parts
  const toRow = (profile: ModelProfile): ModelRow => ({ profile, keyState: keyStateOf(parts, profile), isDefault: profile.name === settings.get().model })
  const rows: Rows<ModelRow> = createRows({
    list: () => models.list().map(toRow),
    idOf: ({ profile }) => profile.name,
    find: (name) => { const profile = models.find(name); return profile === null ? null : toRow(profile) },
  })
  const refresh = (): void => { for (const { name } of models.list()) rows.touch(name) }
  const known = (name: string): ModelProfile => {
    const profile = models.find(name)
    if (profile === null) throw new AppError('input.not-found', `There is no model named “${name}”.`, { kept: 'Nothing was changed.' })
    return profile
  }
  const choose = async (name: string): Promise<ModelProfile> => {
    const profile = known(name)
    await changeModel(profile.name)
    refresh()
    return profile
  }
  /** A turn that was begun goes on with the model it was begun with. */
  const requireUnused = (name: string): void => {
    const refuse = (message: string, advice: string): never => { throw new AppError('input.invalid', message, { kept: 'The model is still there.', advice }) }
    if (name === PRACTICE_PROFILE.name) refuse('The practice model is part of Gatehouse.', 'Choose another model for new turns instead.')
    if (name === settings.get().model) refuse(`“${name}” answers new turns.`, 'Choose another model first.')
    if (chats.openTurns().some((turn) => turn.model === name)) refuse(`A turn with “${name}” hasn’t ended yet.`, 'Wait for it, answer its question, or stop it first.')
  }

  return {
    refresh, choose,
    close: rows.end,
    calls: {
      'model.save': async ({ profile, isNew }) => {
        models.save(profile, isNew)
        // Turns may wait for its prices.
        parts.budget.recheck()
        rows.touch(models.find(profile.name)?.name ?? profile.name)
        return {}
      },
      'model.remove': async ({ name }) => {
        const profile = known(name)
        requireUnused(profile.name)
        models.remove(profile.name)
        rows.touch(profile.name)
        return {}
      },
      'model.choose': async ({ name }) => {
        await choose(name)
        return {}
      },
      'model.test': async ({ profile, key }) => {
        const typed = key === undefined ? null : parseSecretValue(key)
        const reference = toSecretReference(profile.key)
        return await checkModel(profile, async () => typed ?? (reference === null ? null : await secrets.store.resolve(reference, 'person')), host.clock)
      },
      'model.suggestions': async () => [...readSuggestedProfiles(SUGGESTIONS)],
    },
    watches: { 'models.watch': (_input, emit) => rows.watch(emit) },
  }
}

/** One tiny request, within a time that a person waits. */
async function checkModel(profile: AnthropicProfile, key: () => Promise<string | null>, clock: Clock): Promise<ModelCheck> {
  const controller = new AbortController()
  const callOff = clock.at(clock.now() + TEST_LIMIT_MS, () => { controller.abort() })
  try {
    const { outcome, sentence, latencyMs, notes } = await diagnoseModel({ profile, key, clock }, controller.signal)
    return { ok: outcome === 'ok', sentence, latencyMs, notes: [...notes] }
  } catch (error) {
    if (!controller.signal.aborted) throw error
    return { ok: false, sentence: `There was no whole answer within ${TEST_LIMIT_MS / 1000} seconds. Check that the service is running and not still loading its model.`, latencyMs: null, notes: [] }
  } finally {
    callOff()
  }
}

function keyStateOf({ secrets }: CoreParts, profile: ModelProfile): KeyState {
  const reference = profile.adapter === 'practice' ? null : toSecretReference(profile.key)
  if (reference === null) return 'none-needed'
  try {
    return secrets.store.outlook(reference)
  } catch (error) {
    // The list of names can't be read; the section of keys says so, and the models are shown all the same.
    if (error instanceof AppError) return 'missing'
    throw error
  }
}
