import { useState } from 'react'
import { toWireError } from '../../../shared/errors.ts'
import type { HookRow } from '../../../shared/webhook.ts'
import { useCore, useRows } from '../../core.tsx'
import { KeyPlace, placeOf } from '../../parts/model-form/key-place.tsx'
import { SecretField } from '../../parts/model-form/secret-field.tsx'
import { NO_KEY } from '../../parts/model-form/typed-key.ts'
import { usePlaces } from '../../parts/model-form/use-places.ts'
import { sayProblem } from '../../say-problem.ts'
import { strings } from '../../strings/en.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import styles from './jobs.module.css'

const words = strings.webhooks.secretForm

/** A secret goes in and never comes back: one that is made here is shown until this closes. */
export function SecretDialog({ hook, onClose }: { hook: Pick<HookRow, 'hookId' | 'name'>; onClose: () => void }) {
  const core = useCore()
  const [typed, setTyped] = useState(NO_KEY)
  const [made, setMade] = useState<string | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [saving, setSaving] = useState(false)
  const vault = useRows('vault.watch', {})?.[0]?.state ?? 'none'
  const asked = usePlaces(typed.value.trim() !== '')
  const where = placeOf(asked.places, typed)
  const take = (value: string) => {
    setTyped({ ...typed, value })
    setRefusal(null)
  }
  const save = async () => {
    if (where === null) return
    setSaving(true)
    try {
      if (where === 'vault' && vault !== 'unlocked') await core.call(vault === 'none' ? 'vault.create' : 'vault.unlock', { passphrase: typed.passphrase })
      await core.call('hook.set-secret', { hookId: hook.hookId, value: typed.value, where })
      onClose()
    } catch (error) {
      setRefusal(sayProblem(toWireError(error)))
    } finally {
      setSaving(false)
    }
  }
  return (
    <Dialog open onOpenChange={(open) => { if (!open) onClose() }} title={words.title(hook.name)} closeLabel={words.close} footer={<Button variant="primary" busy={saving} disabled={where === null || typed.value.trim() === ''} onClick={() => void save()}>{words.save}</Button>}>
      <div className={styles.group}>
        <p className={styles.meta}>{words.how}</p>
        <SecretField label={words.value} value={typed.value} onValueChange={(value) => { setMade(null); take(value) }} />
        <div className={styles.bar}>
          <Button
            onClick={() => {
              const secret = makeSecret()
              setMade(secret)
              take(secret)
            }}
          >
            {words.make}
          </Button>
          {made === null ? null : <CopyButton showLabel text={made} label={strings.webhooks.copySecret} copiedLabel={strings.webhooks.copied} failedLabel={strings.webhooks.copyFailed} />}
        </div>
        {made === null ? null : <p className={styles.meta}>{words.made}</p>}
        {typed.value.trim() === '' ? null : <KeyPlace asked={asked} vault={vault} typed={typed} onTyped={setTyped} />}
        {refusal === null ? null : <p role="alert">{refusal}</p>}
      </div>
    </Dialog>
  )
}

const makeSecret = (): string => `whsec_${btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))))}`
