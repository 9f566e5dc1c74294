import { useState, type ClipboardEvent } from 'react'
import { strings } from '../../strings/en.ts'
import { TextField } from '../../ui/text-field.tsx'

interface SecretFieldProps {
  label: string
  hint?: string
  value: string
  onValueChange: (value: string) => void
}

/** A field would drop the line breaks of what is pasted and make another key of it, so such a paste is refused. */
export function SecretField({ label, hint, value, onValueChange }: SecretFieldProps) {
  const [hasLines, setHasLines] = useState(false)
  const paste = (event: ClipboardEvent) => {
    const broken = /[\r\n\u2028\u2029]/.test(event.clipboardData.getData('text').trim())
    setHasLines(broken)
    if (broken) event.preventDefault()
  }
  return (
    <TextField
      mono
      type="password"
      autoComplete="off"
      spellCheck={false}
      label={label}
      value={value}
      onPaste={paste}
      onValueChange={(next) => {
        setHasLines(false)
        onValueChange(next)
      }}
      {...(hint === undefined ? {} : { hint })}
      {...(hasLines ? { error: strings.models.form.keyLines } : {})}
    />
  )
}
