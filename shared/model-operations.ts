import { z } from 'zod'
import { call, none, rows, watch } from './contract-parts.ts'
import { AnthropicProfile, ModelCheck, ModelRow, SuggestedProfile } from './model-profile.ts'

const modelName = z.string().max(200)

/** What a window can ask about models; a part of the contract. */
export const modelOperations = {
  'models.watch': watch(none, rows(ModelRow)),
  /** `isNew` refuses a name that is taken. Turns know a model by its name, so the name of a stored one doesn't change. */
  'model.save': call(z.object({ profile: AnthropicProfile, isNew: z.boolean() }), none),
  /** Refused for the model of new turns, and while a turn with it is open. */
  'model.remove': call(z.object({ name: modelName }), none),
  /** For new turns. */
  'model.choose': call(z.object({ name: modelName }), none),
  /** Sends one tiny request. `key` is typed and not stored: it is used for this and forgotten. */
  'model.test': call(z.object({ profile: AnthropicProfile, key: z.string().max(100_000).optional() }), ModelCheck),
  'model.suggestions': call(none, z.array(SuggestedProfile)),
} as const
