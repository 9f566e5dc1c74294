import type { AnthropicProfile } from '../../../shared/model-profile.ts'
import { strings } from '../../strings/en.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { PRICE_NAMES, type FieldName, type FormFields } from './form-fields.ts'
import styles from './model-form.module.css'

const words = strings.models.form

interface MoreFieldsProps {
  fields: FormFields
  problems: ReadonlySet<FieldName>
  onChange: (change: Partial<FormFields>) => void
}

/** What a suggestion brings along and few people change. Opens by itself where something in it is wrong. */
export function MoreFields({ fields, problems, onChange }: MoreFieldsProps) {
  const isWrong = (['contextWindow', 'maxOutputTokens', ...PRICE_NAMES] as const).some((name) => problems.has(name))
  const errorAt = (name: FieldName, error: string) => (problems.has(name) ? { error } : {})
  return (
    <Disclosure summary={words.more} {...(isWrong ? { open: true } : {})}>
      <div className={styles.more}>
        <Select<AnthropicProfile['keyHeader']>
          label={words.keyHeader}
          value={fields.keyHeader}
          options={[{ value: 'authorization', label: words.keyHeaders.authorization }, { value: 'x-api-key', label: words.keyHeaders['x-api-key'] }]}
          onValueChange={(keyHeader) => onChange({ keyHeader })}
        />
        <div className={styles.pair}>
          {(['contextWindow', 'maxOutputTokens'] as const).map((name) => (
            <TextField key={name} inputMode="numeric" label={words[name]} placeholder={words.unknown} value={fields[name]} onValueChange={(text) => onChange({ [name]: text })} {...errorAt(name, words.problems.tokens)} />
          ))}
        </div>
        <Checkbox label={words.vision} hint={words.visionHint} checked={fields.vision} onCheckedChange={(vision) => onChange({ vision })} />
        <div className={styles.pair}>
          {PRICE_NAMES.map((name) => (
            <TextField
              key={name}
              inputMode="decimal"
              label={words.prices[name]}
              placeholder={words.unknown}
              value={fields.prices[name]}
              onValueChange={(text) => onChange({ prices: { ...fields.prices, [name]: text } })}
              {...errorAt(name, words.problems.price)}
            />
          ))}
        </div>
        <p className={styles.note}>{words.priceHint}</p>
      </div>
    </Disclosure>
  )
}
