import { useCallback, useRef, useState } from 'react'
import type { AnswerReceipt } from '../../../shared/contract.ts'
import { toWireError, type WireError } from '../../../shared/errors.ts'
import type { Question } from '../../../shared/run-record.ts'

/** How far one answer has come; `A` are the answers that the question knows. */
export type AnswerSending<A> =
  | { readonly kind: 'open'; readonly error: WireError | null }
  | { readonly kind: 'sending'; readonly answer: A }
  | { readonly kind: 'accepted'; readonly answer: A }
  /** Somebody, the clock or the turn was first. */
  | { readonly kind: 'late'; readonly sentence: string }

interface AnswerSender<A> {
  readonly state: AnswerSending<A>
  /** Only the first of several at once is sent. */
  readonly send: (answer: A, work: () => Promise<AnswerReceipt>) => void
}

/** Sends one answer to one question. After a failure, and only then, it can be answered again. */
export function useAnswerSending<A>(onAnswered: () => void): AnswerSender<A> {
  const [state, setState] = useState<AnswerSending<A>>({ kind: 'open', error: null })
  // Two clicks of one frame both see the old state; this doesn't wait for a render.
  const isSent = useRef(false)
  const send = useCallback((answer: A, work: () => Promise<AnswerReceipt>) => {
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
  return { state, send }
}

/** Which question an answer is to, as it was asked. */
export const keyOf = ({ turnId, callId, question, digest }: Question) => ({ turnId, callId, question, digest })
