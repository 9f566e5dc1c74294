import { useState } from 'react'
import { TextArea } from '../../ui/text-area.tsx'
import { AnswerDialog } from './answer-dialog.tsx'

interface WordsDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: string
  label: string
  maxRows: number
  maxLength: number
  sendLabel: string
  danger?: boolean
  onSend: (words: string) => void
}

/** An answer with words of one's own, which may be none. */
export function WordsDialog({ label, maxRows, maxLength, onSend, ...dialog }: WordsDialogProps) {
  const [words, setWords] = useState('')
  const send = () => {
    onSend(words)
    dialog.onOpenChange(false)
  }
  return (
    <AnswerDialog {...dialog} size="small" onSend={send}>
      <TextArea label={label} value={words} onValueChange={setWords} onSubmit={send} submitOn="mod-enter" minRows={3} maxRows={maxRows} maxLength={maxLength} />
    </AnswerDialog>
  )
}
