import type { CallId } from '../../../shared/ids.ts'
import type { Question } from '../../../shared/run-record.ts'

type Group = Pick<Question, 'connectorLabel' | 'title' | 'following'>

/** Pure. Of a question and what follows it: the followers that aren't of the kind most of them are. None while there is no such kind. */
export function oddOnes({ connectorLabel, title, following }: Group): ReadonlySet<CallId> {
  const kindOf = (call: { readonly connectorLabel: string; readonly title: string }) => JSON.stringify([call.connectorLabel, call.title])
  const counts = new Map<string, number>()
  for (const call of [{ connectorLabel, title }, ...following]) counts.set(kindOf(call), (counts.get(kindOf(call)) ?? 0) + 1)
  const [usual, most] = [...counts].reduce((best, entry) => (entry[1] > best[1] ? entry : best), ['', 0])
  if (most < 2 || most * 2 <= following.length + 1) return new Set()
  return new Set(following.filter((call) => kindOf(call) !== usual).map(({ callId }) => callId))
}
