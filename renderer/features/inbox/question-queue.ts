import type { Question } from '../../../shared/run-record.ts'

/** A question with its place in the queue. A closed one keeps its place until nothing can be hurt by its going. */
export interface QueueItem {
  readonly key: string
  readonly question: Question
  readonly isOpen: boolean
}

export const keyOf = (question: Question): string => `${question.callId}-${question.question}`

/** Pure. Everything stays where it stands; what is closed is marked, and new questions come after those that are there, oldest first. */
export function updateQueue(queue: readonly QueueItem[], open: readonly Question[]): readonly QueueItem[] {
  const byKey = new Map(open.map((question) => [keyOf(question), question]))
  const kept = queue.map((item): QueueItem => ({ ...item, question: byKey.get(item.key) ?? item.question, isOpen: byKey.has(item.key) }))
  const known = new Set(queue.map(({ key }) => key))
  const fresh = [...byKey].filter(([key]) => !known.has(key)).map(([key, question]): QueueItem => ({ key, question, isOpen: true }))
  return [...kept, ...fresh.sort((left, right) => left.question.askedAt - right.question.askedAt)]
}

/** Pure. Lets the closed ones go; then the oldest is first. */
export const tidyQueue = (queue: readonly QueueItem[]): readonly QueueItem[] =>
  queue.every(({ isOpen }) => isOpen) ? queue : queue.filter(({ isOpen }) => isOpen)

/** Pure. The open question to go to from `key`: the next one in that direction, else the nearest on the other side. */
export function neighbourOf(queue: readonly QueueItem[], key: string | null, step: -1 | 1): QueueItem | undefined {
  const at = queue.findIndex((item) => item.key === key)
  if (at === -1) return queue.find(({ isOpen }) => isOpen)
  const ahead = step === 1 ? queue.slice(at + 1) : queue.slice(0, at).reverse()
  return ahead.find(({ isOpen }) => isOpen)
}
