import { useRows } from '../../core.tsx'
import { strings } from '../../strings/en.ts'
import { Select } from '../../ui/select.tsx'
import { useSettings } from '../../use-settings.ts'

const DEFAULT = 'default'
const NAMED = 'model '

/** A model of its own, or whichever new chats have. One that is gone stays listed until another is chosen. */
export function ModelSelect({ model, disabled = false, onModel }: { model: string | null; disabled?: boolean; onModel: (model: string | null) => void }) {
  const models = useRows('models.watch', {}) ?? []
  const settings = useSettings()
  const names = models.map(({ profile }) => profile.name)
  const known = model === null || names.includes(model) ? names : [...names, model]
  return (
    <Select
      label={strings.goals.workers.model}
      value={model === null ? DEFAULT : `${NAMED}${model}`}
      disabled={disabled}
      onValueChange={(value) => onModel(value === DEFAULT ? null : value.slice(NAMED.length))}
      options={[{ value: DEFAULT, label: strings.goals.workers.defaultModel(settings?.model ?? '') }, ...known.map((name) => ({ value: `${NAMED}${name}`, label: name }))]}
    />
  )
}
