import type { VaultRow } from '../../../shared/secret.ts'
import { useRows } from '../../core.tsx'
import { strings } from '../../strings/en.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { secretNameOf, type FormFields } from './form-fields.ts'
import { KeyPlace } from './key-place.tsx'
import { SecretField } from './secret-field.tsx'
import type { TypedKey } from './typed-key.ts'
import type { AskedPlaces } from './use-places.ts'
import styles from './model-form.module.css'

const words = strings.models.form
const KINDS = ['secret', 'environment', 'none'] as const

interface KeyFieldsProps {
  fields: FormFields
  typed: TypedKey
  asked: AskedPlaces
  vault: VaultRow['state']
  isVariableWrong: boolean
  onChange: (change: Partial<FormFields>) => void
  onTyped: (typed: TypedKey) => void
}

export function KeyFields({ fields, typed, asked, vault, isVariableWrong, onChange, onTyped }: KeyFieldsProps) {
  const names = useRows('secrets.watch', {})
  const name = secretNameOf(fields)
  const isStored = names?.some((row) => row.name === name) ?? false
  return (
    <div className={styles.key}>
      <div className={styles.legend}>
        <span>{words.key}</span>
        <Segmented label={words.key} value={fields.keyKind} options={KINDS.map((value) => ({ value, label: words.keyKinds[value] }))} onValueChange={(keyKind) => onChange({ keyKind })} />
      </div>
      {fields.keyKind === 'secret' ? (
        <>
          <SecretField label={words.keyLabel} hint={isStored ? words.keyStored(name) : words.keyHint} value={typed.value} onValueChange={(value) => onTyped({ ...typed, value })} />
          {typed.value.trim() === '' ? null : <KeyPlace asked={asked} vault={vault} typed={typed} onTyped={onTyped} />}
        </>
      ) : null}
      {fields.keyKind === 'environment' ? (
        <TextField
          mono
          spellCheck={false}
          autoComplete="off"
          label={words.variable}
          hint={words.variableHint}
          value={fields.variable}
          onValueChange={(variable) => onChange({ variable })}
          {...(isVariableWrong ? { error: words.problems.variable } : {})}
        />
      ) : null}
    </div>
  )
}
