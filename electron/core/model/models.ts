import { AppError } from '../../../shared/errors.ts'
import type { AnthropicProfile, Certification, KeyReference, ModelProfile, TestedAs } from '../../../shared/model-profile.ts'
import type { ModelStore } from '../store/model-store.ts'
import type { ModelPort } from './model.ts'
import type { Role } from '../../../shared/role.ts'
import { localDay } from '../budget/local-time.ts'
import { certifiedBy, isSameService, openModel, PRACTICE_PROFILE, readsOnly, type ModelParts } from './profiles.ts'

/** The models there are. */
export interface Models {
  /** The practice model, then the others in the order in which they were added. */
  readonly list: () => readonly ModelProfile[]
  /** By name, whatever its case. */
  readonly find: (name: string) => ModelProfile | null
  /** Whether one of this name can be asked. */
  readonly has: (name: string) => boolean
  /** The model as its profile is now. @throws AppError `model.unavailable` when there is none of that name */
  readonly open: (name: string) => ModelPort
  /** @throws AppError `input.invalid` for the name of the practice model, and for one that is taken by another */
  readonly save: (profile: AnthropicProfile, isNew: boolean) => void
  readonly remove: (name: string) => void
  /** What came of the tests: they vouch for it, or whoever vouched for it before was no person and does no more. */
  readonly certify: (name: string, tested: TestedAs | null) => void
  readonly onChanged: (listener: (name: string) => void) => void
  /** Whether a model gets tools that read and no others in this role. One that nobody set up does. */
  readonly readsOnly: (name: string, role: Pick<Role, 'kind'>) => boolean
}

export interface ModelsOptions {
  readonly store: ModelStore
  readonly parts: ModelParts
  /** By name, before anything that is stored. */
  readonly additions: ReadonlyMap<string, ModelPort>
}

/** Adapters are made when they are first asked for, and anew after their profile changed. */
export function createModels({ store, parts, additions }: ModelsOptions): Models {
  const opened = new Map<string, ModelPort>()
  const listeners: ((name: string) => void)[] = []
  const told = (name: string): void => { for (const listener of listeners) listener(name) }
  const isPractice = (name: string): boolean => name.toLowerCase() === PRACTICE_PROFILE.name
  const find = (name: string): ModelProfile | null => (isPractice(name) ? PRACTICE_PROFILE : store.find(name))
  const keep = (profile: Omit<AnthropicProfile, 'certification'>, certification: Certification | undefined): void => {
    store.save({ ...profile, ...(certification === undefined ? {} : { certification }) }, parts.clock.now())
    opened.clear()
    told(profile.name)
  }
  return {
    find,
    has: (name) => additions.has(name) || find(name) !== null,
    list: () => [PRACTICE_PROFILE, ...store.list()],
    open: (name) => {
      const known = additions.get(name) ?? opened.get(name)
      if (known !== undefined) return known
      const profile = find(name)
      if (profile === null) throw new AppError('model.unavailable', `There is no model named “${name}”.`, { advice: 'Choose a model in Settings.' })
      const model = openModel(profile, parts)
      opened.set(name, model)
      return model
    },
    save: (profile, isNew) => {
      if (isPractice(profile.name)) throw new AppError('input.invalid', 'That name belongs to the practice model.', { kept: 'Nothing was saved.', advice: 'Choose another name.' })
      const known = store.find(profile.name)
      if (isNew && known !== null) throw new AppError('input.invalid', `There is a model named “${known.name}” already.`, { kept: 'It is as it was.', advice: 'Choose another name, or edit that one.' })
      // Turns know it by the name it was given.
      const now = parts.clock.now()
      const { certification: _claimed, ...saved } = profile
      const isAnother = known?.certification?.by === 'battery' && !isSameService(profile, known)
      // The tests were run against another model: nobody has vouched for this one yet.
      const certified = isAnother ? 'read-only' : profile.certified
      keep({ ...saved, certified, name: known?.name ?? profile.name }, certifiedBy({ ...profile, certified }, known, localDay(now).day))
    },
    certify: (name, tested) => {
      const known = store.find(name)
      if (known === null) return
      const { certification, ...profile } = known
      if (tested !== null) keep({ ...profile, certified: 'full' }, { by: 'battery', on: localDay(parts.clock.now()).day, battery: tested })
      else if (certification?.by !== 'person') keep({ ...profile, certified: 'read-only' }, undefined)
    },
    onChanged: (listener) => { listeners.push(listener) },
    readsOnly: (name, { kind }) => {
      const profile = find(name)
      return profile === null ? !additions.has(name) : readsOnly(profile, kind)
    },
    remove: (name) => {
      store.remove(name)
      opened.clear()
      told(name)
    },
  }
}

/** What a secret store calls the same reference; null: the profile wants no key. */
export function toSecretReference(key: KeyReference): { readonly kind: 'stored'; readonly name: string } | { readonly kind: 'environment'; readonly variable: string } | null {
  switch (key.kind) {
    case 'none': return null
    case 'secret': return { kind: 'stored', name: key.name }
    case 'environment': return key
  }
}
