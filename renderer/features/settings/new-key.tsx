import { useState } from 'react'
import { toWireError } from '../../../shared/errors.ts'
import { useCore, useRows } from '../../core.tsx'
import { KeyPlace, placeOf } from '../../parts/model-form/key-place.tsx'
import { SecretField } from '../../parts/model-form/secret-field.tsx'
import { NO_KEY, storeKey } from '../../parts/model-form/typed-key.ts'
import { usePlaces } from '../../parts/model-form/use-places.ts'
import { sayProblem } from '../../say-problem.ts'
import { strings } from '../../strings/en.ts'
import { Button } from '../../ui/button.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useToasts } from '../../ui/toast.tsx'
import styles from './settings.module.css'

const words = strings.models.keys

/** For keys that belong to no model, such as those of a connector; a known name is replaced. */
export function NewKey() {
  const [open, setOpen] = useState(false)
  return <Disclosure summary={words.add} open={open} onOpenChange={setOpen}><Fields onStored={() => setOpen(false)} /></Disclosure>
}

function Fields({ onStored }: { onStored: () => void }) {
  const core = useCore()
  const toasts = useToasts()
  const [name, setName] = useState('')
  const [typed, setTyped] = useState(NO_KEY)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [saving, setSaving] = useState(false)
  const vault = useRows('vault.watch', {})?.[0]?.state ?? 'none'
  const asked = usePlaces(typed.value.trim() !== '')
  const { places } = asked
  const save = async () => {
    setSaving(true)
    try {
      const leftIn = await storeKey(core, name.trim(), typed, placeOf(places, typed) ?? 'session', vault)
      toasts.show({ title: words.saved(name.trim()), ...(leftIn === null ? {} : { description: words.leftIn(words.placeNames[leftIn]) }) })
      onStored()
    } catch (error) {
      setRefusal(sayProblem(toWireError(error)))
    } finally {
      setSaving(false)
    }
  }
  return (
    <div className={styles.fields}>
      <TextField mono spellCheck={false} autoComplete="off" label={words.name} hint={words.nameHint} value={name} onValueChange={setName} />
      <SecretField
        label={words.value}
        value={typed.value}
        onValueChange={(value) => {
          setTyped({ ...typed, value })
          setRefusal(null)
        }}
      />
      {typed.value.trim() === '' ? null : <KeyPlace asked={asked} vault={vault} typed={typed} onTyped={setTyped} />}
      {refusal === null ? null : <p role="alert" className={styles.refusal}>{refusal}</p>}
      <div className={styles.buttons}>
        <Button variant="primary" busy={saving} disabled={name.trim() === '' || places.status !== 'known'} onClick={() => void save()}>{words.save}</Button>
      </div>
    </div>
  )
}
