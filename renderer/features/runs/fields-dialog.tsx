import { useState, type ReactNode } from 'react'
import type { WireError } from '../../../shared/errors.ts'
import { ProblemBanner } from '../../parts/problem-banner.tsx'
import { takeAnswer } from '../../take-answer.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import styles from './branch.module.css'

export interface Sending {
  readonly busy: boolean
  readonly problem: WireError | null
  readonly setProblem: (problem: WireError | null) => void
  readonly send: <T>(asked: Promise<T>, onDone: (answer: T) => void) => void
}

/** What is sent keeps its button locked until it is done; what is refused is said above the fields. */
export function useSending(): Sending {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<WireError | null>(null)
  return {
    busy, problem, setProblem,
    send: (asked, onDone) => {
      setBusy(true)
      takeAnswer(asked, onDone, (error) => {
        setBusy(false)
        setProblem(error)
      })
    },
  }
}

interface FieldsDialogProps {
  title: string
  about: string
  labels: { readonly close: string; readonly cancel: string; readonly confirm: string }
  sending: Sending
  canConfirm?: boolean
  onConfirm: () => void
  onClose: () => void
  /** Stands before the buttons. */
  aside?: ReactNode
  children: ReactNode
}

/** Fields, and one button that sends what is in them. */
export function FieldsDialog({ title, about, labels, sending: { busy, problem }, canConfirm = true, onConfirm, onClose, aside, children }: FieldsDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => { if (!open) onClose() }}
      title={title}
      description={about}
      closeLabel={labels.close}
      size="large"
      footer={<>{aside}<Button onClick={onClose}>{labels.cancel}</Button><Button variant="primary" busy={busy} disabled={!canConfirm} onClick={onConfirm}>{labels.confirm}</Button></>}
    >
      <div className={styles.fields}>
        {problem === null ? null : <ProblemBanner problem={problem} />}
        {children}
      </div>
    </Dialog>
  )
}
