import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { CAP_KEYS, limitOf, type Cap, type Caps } from '../../../shared/cap.ts'
import { toWireError } from '../../../shared/errors.ts'
import { useCore } from '../../core.tsx'
import { sayProblem } from '../../say-problem.ts'
import { strings } from '../../strings/en.ts'
import { Button } from '../../ui/button.tsx'
import { isComposing } from '../../ui/enter-key.ts'
import { Switch } from '../../ui/switch.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { capText, parseCapEntry, type CapProblem } from './cap-entry.ts'
import styles from './budget.module.css'

const words = strings.budget.caps.editor
const { amountOf } = strings.budget.gauge

interface CapEditorProps {
  cap: Cap
  /** As they are now: the others are sent along unchanged. */
  caps: Caps
  onSaved: (limit: number | null) => void
  onClose: () => void
}

export function CapEditor({ cap, caps, onSaved, onClose }: CapEditorProps) {
  const core = useCore()
  const key = CAP_KEYS[cap]
  const now = limitOf(caps, cap)
  const [typed, setTyped] = useState(capText(cap, now))
  const [isOff, setOff] = useState(now === null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [])

  const save = async (limit: number | null) => {
    setSaving(true)
    try {
      await core.call('settings.update', { caps: { ...caps, [key]: limit } })
      onSaved(limit)
    } catch (error) {
      setRefusal(sayProblem(toWireError(error)))
      setSaving(false)
    }
  }
  const submit = () => {
    if (isSaving) return
    if (isOff) return void save(null)
    const entry = parseCapEntry(typed, cap)
    if (entry.ok) return void save(entry.limit)
    setRefusal(sentenceOf(cap, entry.problem))
    field.current?.focus()
  }
  const keyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || isComposing(event) || event.defaultPrevented) return
    event.preventDefault()
    onClose()
  }
  return (
    <div className={styles.editor} onKeyDown={keyDown}>
      <TextField
        ref={field}
        label={words.fields[cap]}
        inputMode="decimal"
        autoComplete="off"
        spellCheck={false}
        disabled={isOff}
        value={isOff ? '' : typed}
        onValueChange={(next) => {
          setTyped(next)
          setRefusal(null)
        }}
        onSubmit={submit}
        hint={isOff ? words.noCapHints[cap] : words.hints[cap]}
        {...(refusal === null ? {} : { error: refusal })}
      />
      <Switch
        label={words.noCap}
        checked={isOff}
        onCheckedChange={(off) => {
          setOff(off)
          setRefusal(null)
        }}
      />
      <p className={styles.note}>{words.effect[cap === 'money-per-run' ? 'ends' : 'pauses']}</p>
      <div className={styles.buttons}>
        <Button variant="primary" busy={isSaving} onClick={submit}>{words.save}</Button>
        <Button onClick={onClose}>{words.cancel}</Button>
      </div>
    </div>
  )
}

function sentenceOf(cap: Cap, problem: CapProblem): string {
  return problem.kind === 'too-small' ? words.problems['too-small'](amountOf(cap, problem.least)) : words.problems[problem.kind]
}
