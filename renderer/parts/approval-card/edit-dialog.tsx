import { useState } from 'react'
import { strings } from '../../strings/en.ts'
import { TextArea } from '../../ui/text-area.tsx'
import { AnswerDialog } from './answer-dialog.tsx'
import { indentJson, judgeArguments } from './edited-arguments.ts'

const words = strings.inbox.question

export interface EditDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The whole of the arguments, as JSON text. */
  source: string
  onEdit: (text: string) => void
}

export function EditDialog({ open, onOpenChange, source, onEdit }: EditDialogProps) {
  const [text, setText] = useState(() => indentJson(source))
  const [error, setError] = useState<string | null>(null)
  const change = (next: string) => {
    setText(next)
    setError(null)
  }
  const send = () => {
    const judged = judgeArguments(text)
    switch (judged.kind) {
      case 'object':
        onEdit(text)
        onOpenChange(false)
        return
      case 'not-json': return setError(words.editNotJson(judged.detail))
      case 'not-object': return setError(words.editNotObject)
    }
  }
  return (
    <AnswerDialog
      open={open}
      onOpenChange={onOpenChange}
      title={words.editTitle}
      description={words.editExplained}
      size="large"
      sendLabel={words.editSend}
      onSend={send}
    >
      <TextArea label={words.editLabel} value={text} onValueChange={change} mono minRows={8} maxRows={20} spellCheck={false} {...(error === null ? {} : { error })} />
    </AnswerDialog>
  )
}
