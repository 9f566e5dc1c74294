import { toWireError, type WireError } from '../shared/errors.ts'

/** For an effect that asks the core: what comes after its end, when something else is shown, is dropped. */
export function takeAnswer<T>(asked: Promise<T>, onAnswer: (answer: T) => void, onProblem: (problem: WireError) => void): () => void {
  let isWanted = true
  asked.then(
    (answer) => { if (isWanted) onAnswer(answer) },
    (error: unknown) => { if (isWanted) onProblem(toWireError(error)) },
  )
  return () => { isWanted = false }
}
