import { useState } from 'react'
import { toWireError } from '../../../shared/errors.ts'
import { useCore, useRows } from '../../core.tsx'
import { sayProblem } from '../../say-problem.ts'
import { strings } from '../../strings/en.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { usePending } from '../../use-pending.ts'
import { ChangePassphrase } from './change-passphrase.tsx'
import styles from './settings.module.css'

const words = strings.models.keys

/** The file behind a passphrase: made, unlocked after each start, and locked again. */
export function VaultState() {
  const core = useCore()
  const pending = usePending()
  const row = useRows('vault.watch', {})?.[0]
  const [passphrase, setPassphrase] = useState('')
  const [refusal, setRefusal] = useState<string | null>(null)
  if (row === undefined) return null
  const open = (operation: 'vault.create' | 'vault.unlock') => pending.run('open', async () => {
    try {
      await core.call(operation, { passphrase })
      setPassphrase('')
    } catch (error) {
      setRefusal(sayProblem(toWireError(error)))
    }
  })
  const isNew = row.state === 'none'
  return (
    <div className={styles.fields}>
      <h3 className={styles.subtitle}>{words.vaultTitle}</h3>
      <p className={styles.note}>{row.state === 'unreadable' ? row.sentence : isNew ? words.absent : row.state === 'locked' ? words.locked : words.unlocked}</p>
      {row.state === 'unlocked' ? (
        <>
          <div className={styles.buttons}><Button busy={pending.has('lock')} onClick={() => pending.run('lock', () => core.call('vault.lock', {}))}>{words.lock}</Button></div>
          <ChangePassphrase />
        </>
      ) : null}
      {isNew || row.state === 'locked' ? (
        <div className={styles.add}>
          <TextField
            type="password"
            autoComplete="off"
            label={isNew ? strings.models.form.passphraseNew : strings.models.form.passphrase}
            value={passphrase}
            onValueChange={(next) => {
              setPassphrase(next)
              setRefusal(null)
            }}
            onSubmit={() => open(isNew ? 'vault.create' : 'vault.unlock')}
            {...(isNew ? { hint: strings.models.form.passphraseHint } : {})}
            {...(refusal === null ? {} : { error: refusal })}
          />
          <Button className={styles.beside} busy={pending.has('open')} onClick={() => open(isNew ? 'vault.create' : 'vault.unlock')}>{isNew ? words.create : words.unlock}</Button>
        </div>
      ) : null}
    </div>
  )
}
