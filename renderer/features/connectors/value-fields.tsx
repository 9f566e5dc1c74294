import type { ServerReference } from '../../../shared/connector-record.ts'
import { SecretField } from '../../parts/model-form/secret-field.tsx'
import { strings } from '../../strings/en.ts'
import { TextField } from '../../ui/text-field.tsx'
import type { TypedValues } from './fill-candidate.ts'
import adding from './adding.module.css'
import styles from './connectors.module.css'

interface ValueFieldsProps {
  references: readonly ServerReference[]
  values: TypedValues
  onValues: (values: TypedValues) => void
}

/** What a configuration leaves open, one field each. */
export function ValueFields({ references, values, onValues }: ValueFieldsProps) {
  const words = strings.connectorSetup.values
  if (references.length === 0) return null
  return (
    <fieldset className={adding.values}>
      <legend className={styles.heading}>{words.title}</legend>
      {references.map(({ name, needed, secret, description }) => {
        const field = {
          label: name.replace(/^input:/, ''),
          hint: [description, needed ? words.needed : words.fromEnvironment].filter((word) => word !== null).join(' · '),
          value: values.get(name) ?? '',
          onValueChange: (value: string) => onValues(new Map([...values, [name, value]])),
        }
        return secret ? <SecretField key={name} {...field} /> : <TextField key={name} mono spellCheck={false} autoComplete="off" {...field} />
      })}
    </fieldset>
  )
}
