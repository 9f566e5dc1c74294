import { assertNever } from '../../../shared/assert-never.ts'
import type { Question } from '../../../shared/run-record.ts'
import { foldCount } from '../../ui/fold-middle.ts'
import { jsonFoldCount } from '../../ui/json-outline.ts'
import { diffFoldCount } from '../../ui/line-diff.ts'

/** Names a value on the card whose folds are counted by themselves. */
export type FoldKey = string

/** The parts of each value that are folded when the card opens. What isn't there yet (`null`) counts as one part nobody can have read. */
export function foldsOf(view: Question['view'], wholeArguments: string | null): ReadonlyMap<FoldKey, number> {
  switch (view.kind) {
    case 'facts': return new Map(view.facts.map((fact, index) => [factKey(index), fact.destination ? 0 : foldCount(fact.value)]))
    case 'diff': return new Map([['diff', diffFoldCount(view.before, view.after)]])
    case 'file': return new Map([['content', foldCount(view.content)]])
    case 'json': return new Map([['json', wholeArguments === null ? 1 : jsonFoldCount(wholeArguments)]])
    default: return assertNever(view, 'question view')
  }
}

export const factKey = (index: number): FoldKey => `fact-${index}`

/** What is still unread. `opened` holds the number left of each value that was touched; untouched ones keep what they began with. */
export function foldsLeft(folds: ReadonlyMap<FoldKey, number>, opened: ReadonlyMap<FoldKey, number>): number {
  return [...folds].reduce((sum, [key, count]) => sum + Math.min(count, opened.get(key) ?? count), 0)
}

/** Approving is held back until everything was opened, or the person says that they haven't read it all. */
export const isLocked = (left: number, saysUnread: boolean): boolean => left > 0 && !saysUnread
