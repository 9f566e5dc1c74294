import type { ReactNode } from 'react'
import { strings } from '../../strings/en.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, type DialogProps } from '../../ui/dialog.tsx'

const words = strings.inbox.question

interface AnswerDialogProps extends Pick<DialogProps, 'open' | 'onOpenChange' | 'title' | 'description' | 'size'> {
  sendLabel: string
  danger?: boolean
  onSend: () => void
  children: ReactNode
}

/** Where an answer is written before it is sent. */
export function AnswerDialog({ sendLabel, danger = false, onSend, children, ...dialog }: AnswerDialogProps) {
  return (
    <Dialog
      {...dialog}
      closeLabel={words.close}
      footer={<><Button onClick={() => dialog.onOpenChange(false)}>{words.cancel}</Button><Button variant={danger ? 'danger' : 'primary'} onClick={onSend}>{sendLabel}</Button></>}
    >
      {children}
    </Dialog>
  )
}
