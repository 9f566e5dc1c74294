import type { PlaceChoice, SecretPlace, VaultRow } from '../../../shared/secret.ts'
import { sayProblem } from '../../say-problem.ts'
import { strings } from '../../strings/en.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { TypedKey } from './typed-key.ts'
import type { AskedPlaces, Places } from './use-places.ts'
import styles from './model-form.module.css'

const words = strings.models.form

interface KeyPlaceProps {
  asked: AskedPlaces
  vault: VaultRow['state']
  typed: TypedKey
  onTyped: (typed: TypedKey) => void
}

const isStored = (choice: PlaceChoice): choice is PlaceChoice & { where: SecretPlace } => choice.where !== 'environment'

/** Where a typed key goes: chosen, or else the first that can be used. Null: nobody knows yet. */
export function placeOf(places: Places, typed: TypedKey): SecretPlace | null {
  if (places.status !== 'known') return null
  const usable = places.choices.filter(isStored).filter((choice) => choice.usable).map((choice) => choice.where)
  // A file that doesn't exist yet is only made for who chose it.
  return typed.where !== null && usable.includes(typed.where) ? typed.where : usable.includes('keychain') ? 'keychain' : 'session'
}

/** What is true of each place stands there before anything is stored. */
export function KeyPlace({ asked: { places, askAgain }, vault, typed, onTyped }: KeyPlaceProps) {
  switch (places.status) {
    case 'unasked': return null
    case 'asking': return <div className={styles.place}><Skeleton label={words.asking} lines={1} /><p className={styles.note}>{words.asking}</p></div>
    case 'failed': return <p role="alert">{sayProblem(places.error)}</p>
    case 'known': break
  }
  const choices = places.choices.filter(isStored)
  const where = placeOf(places, typed) ?? 'session'
  const sentence = choices.find((choice) => choice.where === where)?.sentence
  const unusable = choices.filter((choice) => !choice.usable)
  return (
    <div className={styles.place}>
      <Select<SecretPlace>
        label={words.where}
        value={where}
        options={choices.map((choice) => ({ value: choice.where, label: words.places[choice.where], disabled: !choice.usable }))}
        onValueChange={(next) => onTyped({ ...typed, where: next })}
      />
      {sentence === undefined ? null : <p className={styles.note}>{sentence}</p>}
      {unusable.map((choice) => <p key={choice.where} className={styles.note}>{choice.sentence}</p>)}
      {unusable.length === 0 ? null : <div><Button size="small" onClick={askAgain}>{words.askAgain}</Button></div>}
      {where === 'vault' && vault !== 'unlocked' ? (
        <TextField
          type="password"
          autoComplete="off"
          label={vault === 'none' ? words.passphraseNew : words.passphrase}
          {...(vault === 'none' ? { hint: words.passphraseHint } : {})}
          value={typed.passphrase}
          onValueChange={(passphrase) => onTyped({ ...typed, passphrase })}
        />
      ) : null}
    </div>
  )
}
