import type { ChatRow } from '../../../shared/run-record.ts'

export type ChatGroupId = 'pinned' | 'today' | 'yesterday' | 'week' | 'older' | 'archived'
export interface ChatGroup<R> { readonly id: ChatGroupId; readonly rows: readonly R[] }
type Placed = Pick<ChatRow, 'chatId' | 'pinned' | 'archived' | 'updatedAt'>

const ORDER: readonly ChatGroupId[] = ['pinned', 'today', 'yesterday', 'week', 'older', 'archived']

/** Midnight at the start of the day `back` days before the one `now` is in, where the person is. */
function startOfDay(now: number, back: number): number {
  const day = new Date(now)
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() - back).getTime()
}

/** Groups in their order, empty ones left out, newest first within each. `now` in milliseconds since 1970. */
export function groupChats<R extends Placed>(rows: readonly R[], now: number): readonly ChatGroup<R>[] {
  const [today, yesterday, week] = [startOfDay(now, 0), startOfDay(now, 1), startOfDay(now, 6)]
  const groupOf = (row: R): ChatGroupId => {
    if (row.archived) return 'archived'
    if (row.pinned) return 'pinned'
    if (row.updatedAt >= today) return 'today'
    if (row.updatedAt >= yesterday) return 'yesterday'
    return row.updatedAt >= week ? 'week' : 'older'
  }
  const groups = Map.groupBy([...rows].sort((left, right) => right.updatedAt - left.updatedAt), groupOf)
  return ORDER.map((id) => ({ id, rows: groups.get(id) ?? [] })).filter((group) => group.rows.length > 0)
}

export type ChatLine<R> =
  | { readonly kind: 'heading'; readonly id: ChatGroupId; readonly count: number }
  | { readonly kind: 'chat'; readonly row: R }

/** The groups as the lines of one list; chats of the archive only while it is open. */
export function linesOf<R extends Placed>(groups: readonly ChatGroup<R>[], archiveOpen: boolean): readonly ChatLine<R>[] {
  return groups.flatMap((group): ChatLine<R>[] => {
    const heading: ChatLine<R> = { kind: 'heading', id: group.id, count: group.rows.length }
    if (group.id === 'archived' && !archiveOpen) return [heading]
    return [heading, ...group.rows.map((row): ChatLine<R> => ({ kind: 'chat', row }))]
  })
}
