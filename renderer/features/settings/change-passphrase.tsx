import { useState } from 'react'
import { toWireError } from '../../../shared/errors.ts'
import { useCore } from '../../core.tsx'
import { sayProblem } from '../../say-problem.ts'
import { strings } from '../../strings/en.ts'
import { Button } from '../../ui/button.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { usePending } from '../../use-pending.ts'
import styles from './settings.module.css'

const words = strings.models.keys

/** Asks for the passphrase that the file has, even while it is unlocked: whoever sits down at an open window must not lock its owner out. */
export function ChangePassphrase() {
  const [open, setOpen] = useState(false)
  return <Disclosure summary={words.change} open={open} onOpenChange={setOpen}><Fields onChanged={() => setOpen(false)} /></Disclosure>
}

interface Refusal { readonly field: 'current' | 'next'; readonly sentence: string }

function Fields({ onChanged }: { onChanged: () => void }) {
  const core = useCore()
  const toasts = useToasts()
  const pending = usePending()
  const [typed, setTyped] = useState({ current: '', next: '' })
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const type = (field: Refusal['field']) => (value: string) => {
    setTyped({ ...typed, [field]: value })
    setRefusal(null)
  }
  const change = () => pending.run('change', async () => {
    try {
      await core.call('vault.change-passphrase', typed)
      toasts.show({ title: words.changed, description: words.changedText })
      onChanged()
    } catch (error) {
      const problem = toWireError(error)
      setRefusal({ field: problem.code === 'input.invalid' ? 'next' : 'current', sentence: sayProblem(problem) })
    }
  })
  const field = (name: Refusal['field'], label: string, hint?: string) => (
    <TextField
      type="password"
      autoComplete="off"
      label={label}
      value={typed[name]}
      onValueChange={type(name)}
      onSubmit={change}
      {...(hint === undefined ? {} : { hint })}
      {...(refusal?.field === name ? { error: refusal.sentence } : {})}
    />
  )
  return (
    <div className={styles.fields}>
      {field('current', words.currentPassphrase)}
      {field('next', words.nextPassphrase, strings.models.form.passphraseHint)}
      <div className={styles.buttons}><Button variant="primary" busy={pending.has('change')} disabled={typed.current === '' || typed.next === ''} onClick={change}>{words.changeNow}</Button></div>
    </div>
  )
}
