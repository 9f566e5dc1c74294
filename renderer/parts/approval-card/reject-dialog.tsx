import { useState } from 'react'
import { strings } from '../../strings/en.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextArea } from '../../ui/text-area.tsx'

const words = strings.inbox.question

export interface RejectDialogProps { open: boolean; onOpenChange: (open: boolean) => void; onReject: (reason: string) => void }

export function RejectDialog({ open, onOpenChange, onReject }: RejectDialogProps) {
  const [reason, setReason] = useState('')
  const send = () => {
    onReject(reason)
    onOpenChange(false)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={words.reasonTitle}
      closeLabel={words.close}
      size="small"
      footer={<><Button onClick={() => onOpenChange(false)}>{words.cancel}</Button><Button variant="danger" onClick={send}>{words.reasonSend}</Button></>}
    >
      <TextArea label={words.reasonLabel} value={reason} onValueChange={setReason} onSubmit={send} submitOn="mod-enter" minRows={3} maxRows={8} maxLength={2000} />
    </Dialog>
  )
}
