import { useEffect, useMemo, useState } from 'react'
import { TurnId } from '../../../shared/ids.ts'
import type { ChatRow } from '../../../shared/run-record.ts'
import type { TurnEvent, TurnEventOf } from '../../../shared/turn-event.ts'
import { useCore, useRows } from '../../core.tsx'
import { takeAnswer } from '../../take-answer.ts'

export interface Pause {
  readonly chat: ChatRow
  readonly turnId: TurnId
  /** Undefined: not read yet. Null: it can't be read. */
  readonly event: TurnEventOf<'turn.paused'> | null | undefined
}

/** As many as one read of turns takes. */
const MOST_READ = 100

/** Chats whose shown turn waits for room, the one that waits longest first; null: not known yet. */
export function usePauses(): readonly Pause[] | null {
  const core = useCore()
  const chats = useRows('chats.watch', {})
  const [events, setEvents] = useState<ReadonlyMap<TurnId, TurnEventOf<'turn.paused'> | null>>(new Map())
  const waiting = useMemo(() => chats?.flatMap((chat) => (chat.status === 'paused' && chat.leafTurnId !== null ? [{ chat, turnId: chat.leafTurnId }] : [])) ?? null, [chats])
  // A turn may go on and be paused anew, by another cap.
  const key = waiting?.slice(0, MOST_READ).map(({ chat, turnId }) => `${turnId}@${chat.updatedAt}`).join(' ') ?? ''

  useEffect(() => {
    if (key === '') return
    const turnIds = key.split(' ').map((part) => TurnId.parse(part.slice(0, part.indexOf('@'))))
    return takeAnswer(
      core.call('turn.read', { turnIds }),
      (turns) => setEvents(new Map(turns.map(({ turnId, events: seated }) => [turnId, lastPause(seated.map(({ event }) => event))]))),
      () => setEvents(new Map(turnIds.map((turnId) => [turnId, null]))),
    )
  }, [core, key])

  return useMemo(() => waiting?.map(({ chat, turnId }): Pause => ({ chat, turnId, event: events.get(turnId) }))
    .sort((a, b) => (a.event?.at ?? a.chat.updatedAt) - (b.event?.at ?? b.chat.updatedAt)) ?? null, [waiting, events])
}

const lastPause = (events: readonly TurnEvent[]): TurnEventOf<'turn.paused'> | null =>
  events.reduce<TurnEventOf<'turn.paused'> | null>((last, event) => (event.kind === 'turn.paused' ? event : last), null)
