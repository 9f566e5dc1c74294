import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '../../../shared/errors.ts'
import { SuggestedProfile, type TestedAs, type AnthropicProfile, type Certification, type KeyReference, type ModelProfile, type PracticeProfile } from '../../../shared/model-profile.ts'
import type { TurnKind } from '../../../shared/policy.ts'
import type { Clock } from '../host.ts'
import { BATTERY_VERSION } from './battery-version.ts'
import { createAnthropicModel } from './anthropic.ts'
import type { SendToService } from './anthropic-send.ts'
import type { ModelPort } from './model.ts'

/** Where keys are looked up; a profile only says which. */
export interface KeySources {
  /** Null: no secret of that name is stored. */
  readonly readSecret: (name: string) => Promise<string | null>
  /** Null: the variable isn’t set. */
  readonly readEnvironment: (variable: string) => Promise<string | null>
}

export interface ModelParts extends KeySources {
  readonly practice: ModelPort
  readonly clock: Clock
  readonly random: () => number
  readonly send?: SendToService
}

/** Always there, and free: it runs inside the app. */
export const PRACTICE_PROFILE: PracticeProfile = {
  adapter: 'practice', name: 'practice', contextWindow: null, maxOutputTokens: null,
  prices: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 }, certified: 'full', certification: { by: 'shipped', on: '2026-11-30' },
}

/** The model behind a profile. Keys are read when a request is sent, so a changed one needs no restart. */
export function openModel(profile: ModelProfile, parts: ModelParts): ModelPort {
  switch (profile.adapter) {
    case 'practice': return parts.practice
    case 'anthropic': return createAnthropicModel({
      profile, key: () => readKey(profile.key, parts), clock: parts.clock, random: parts.random, ...(parts.send === undefined ? {} : { send: parts.send }),
    })
  }
}

/** Whether a model gets tools that read and no others, in turns of this kind. A person vouches for the turns they are there for. */
export function readsOnly(profile: ModelProfile, kind: TurnKind): boolean {
  const { certified, certification } = profile
  if (certified === 'read-only') return true
  if (certification?.by === 'battery') return !isTestedNow(certification.battery, profile)
  return kind !== 'person' && certification?.by !== 'shipped'
}

/** Whether tests that were run like this say something about the model as it is set up now. */
export const isTestedNow = (tested: TestedAs | undefined, profile: ModelProfile): boolean =>
  tested?.version === BATTERY_VERSION && isSameService(tested, profile)

/** Whether a profile still leads to the same model of the same service. Its name says nothing: that is the person's. */
export const isSameService = ({ model, baseUrl }: Pick<AnthropicProfile, 'model' | 'baseUrl'>, profile: ModelProfile): boolean =>
  profile.adapter === 'anthropic' && profile.model === model && profile.baseUrl === baseUrl

/**
 * Whose word the value is, when a window saves a profile: what a form says is the person's, whatever it claims. Undefined: nothing is vouched for.
 * @param known as it is stored; null: it is new
 * @param today the person's local day
 */
export function certifiedBy(profile: AnthropicProfile, known: Pick<ModelProfile, 'certified' | 'certification'> | null, today: string): Certification | undefined {
  const kept = known !== null && known.certified === profile.certified ? known.certification : undefined
  return kept ?? (profile.certified === 'full' ? { by: 'person', on: today } : undefined)
}

/** Null: there is no key by that reference, or none is wanted. */
export async function readKey(reference: KeyReference, { readSecret, readEnvironment }: KeySources): Promise<string | null> {
  switch (reference.kind) {
    case 'none': return null
    case 'secret': return readSecret(reference.name)
    case 'environment': return readEnvironment(reference.variable)
  }
}

/**
 * The profiles that are shipped as suggestions, in the order of their files' names.
 * @param folder absolute path of `resources/models`
 * @throws AppError `internal.bug` naming the file that isn't one
 */
export function readSuggestedProfiles(folder: string): readonly SuggestedProfile[] {
  return readdirSync(folder).filter((name) => name.endsWith('.json')).sort().map((name) => {
    const value: unknown = JSON.parse(readFileSync(join(folder, name), 'utf8'))
    const parsed = SuggestedProfile.safeParse(value)
    if (!parsed.success) throw new AppError('internal.bug', `The shipped model profile ${name} can’t be read.`, { cause: parsed.error })
    return parsed.data
  })
}
