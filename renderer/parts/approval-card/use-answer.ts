import { useCallback, useRef, useState } from 'react'
import type { AnswerReceipt } from '../../../shared/contract.ts'
import { toWireError, type WireError } from '../../../shared/errors.ts'
import type { AnswerChoice } from '../../../shared/policy.ts'
import type { Question } from '../../../shared/run-record.ts'
import { useCore } from '../../core.tsx'

export type Answering =
  | { readonly kind: 'open'; readonly error: WireError | null }
  | { readonly kind: 'sending'; readonly answer: AnswerChoice['kind'] }
  | { readonly kind: 'accepted'; readonly answer: AnswerChoice['kind'] }
  /** Somebody, the clock or the turn was first. */
  | { readonly kind: 'late'; readonly sentence: string }

export interface AnswerSending {
  readonly state: Answering
  /** Only the first of several at once is sent. */
  readonly answer: (choice: AnswerChoice, reason?: string) => void
  /** `text` is the JSON text of an object. */
  readonly edit: (text: string) => void
}

/** Sends one answer to one question. After a failure, and only then, it can be answered again. */
export function useAnswer(question: Question, onAnswered: () => void): AnswerSending {
  const core = useCore()
  const [state, setState] = useState<Answering>({ kind: 'open', error: null })
  // Two clicks of one frame both see the old state; this doesn't wait for a render.
  const isSent = useRef(false)
  const send = useCallback((answer: AnswerChoice['kind'], work: () => Promise<AnswerReceipt>) => {
    if (isSent.current) return
    isSent.current = true
    setState({ kind: 'sending', answer })
    work().then((receipt) => {
      setState(receipt.status === 'accepted' ? { kind: 'accepted', answer } : { kind: 'late', sentence: receipt.sentence })
      onAnswered()
    }, (error: unknown) => {
      isSent.current = false
      setState({ kind: 'open', error: toWireError(error) })
    })
  }, [onAnswered])

  const { turnId, callId, question: number, digest } = question
  const key = { turnId, callId, question: number, digest }
  return {
    state,
    answer: (choice, reason) => send(choice.kind, () => core.call('turn.answer', { ...key, answer: choice, ...(reason === undefined || reason.trim() === '' ? {} : { reason }) })),
    edit: (text) => send('edit', () => core.call('turn.edit-call', { ...key, arguments: text })),
  }
}
