import { useRef, useState } from 'react'
import { toWireError, type WireError } from '../../../shared/errors.ts'
import type { Question } from '../../../shared/run-record.ts'
import type { OutcomeAnswer } from '../../../shared/turn-event.ts'
import { useCore } from '../../core.tsx'

export type Settling =
  | { readonly kind: 'open'; readonly error: WireError | null }
  | { readonly kind: 'sending'; readonly answer: OutcomeAnswer }
  | { readonly kind: 'accepted'; readonly answer: OutcomeAnswer }
  /** Another window, or the turn, was first. */
  | { readonly kind: 'late'; readonly sentence: string }

/** Sends one answer to one question. After a failure, and only then, it can be answered again. */
export function useSettle({ turnId, callId, question, digest }: Question, onAnswered: () => void): { readonly state: Settling; readonly settle: (answer: OutcomeAnswer, result?: string) => void } {
  const core = useCore()
  const [state, setState] = useState<Settling>({ kind: 'open', error: null })
  // Two clicks of one frame both see the old state; this doesn't wait for a render.
  const isSent = useRef(false)
  const settle = (answer: OutcomeAnswer, result = '') => {
    if (isSent.current) return
    isSent.current = true
    setState({ kind: 'sending', answer })
    core.call('turn.settle-call', { turnId, callId, question, digest, answer, ...(result.trim() === '' ? {} : { result }) }).then((receipt) => {
      setState(receipt.status === 'accepted' ? { kind: 'accepted', answer } : { kind: 'late', sentence: receipt.sentence })
      onAnswered()
    }, (error: unknown) => {
      isSent.current = false
      setState({ kind: 'open', error: toWireError(error) })
    })
  }
  return { state, settle }
}
