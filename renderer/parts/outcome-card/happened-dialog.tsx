import { useState } from 'react'
import { strings } from '../../strings/en.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextArea } from '../../ui/text-area.tsx'

const words = strings.inbox.outcome

export interface HappenedDialogProps { open: boolean; onOpenChange: (open: boolean) => void; onSend: (result: string) => void }

export function HappenedDialog({ open, onOpenChange, onSend }: HappenedDialogProps) {
  const [result, setResult] = useState('')
  const send = () => {
    onSend(result)
    onOpenChange(false)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={words.happenedTitle}
      description={words.happenedText}
      closeLabel={strings.inbox.question.close}
      size="small"
      footer={<><Button onClick={() => onOpenChange(false)}>{strings.inbox.question.cancel}</Button><Button variant="primary" onClick={send}>{words.happenedSend}</Button></>}
    >
      <TextArea label={words.happenedLabel} value={result} onValueChange={setResult} onSubmit={send} submitOn="mod-enter" minRows={3} maxRows={10} maxLength={100_000} />
    </Dialog>
  )
}
