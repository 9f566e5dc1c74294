import { AppError } from '../../shared/errors.ts'
import type { CallHandlers, CoreHandlers, Item, WatchHandlers } from '../../shared/contract.ts'
import { TurnId } from '../../shared/ids.ts'
import { DEFAULT_SETTINGS, type Settings } from '../../shared/settings.ts'
import type { SeatedEvent } from '../../shared/turn-event.ts'
import { problemCore } from '../../electron/problem-core.ts'
import { fakeHost } from '../shell/fake-host.ts'

export const TURN = TurnId.parse('turn_1')

/** Handlers for the operations given; every other is refused with `input.not-found`. */
export function fakeHandlers(given: { readonly calls?: Partial<CallHandlers>; readonly watches?: Partial<WatchHandlers> }): CoreHandlers {
  const { handlers } = problemCore(new AppError('input.not-found', 'This core has no such thing.'), fakeHost('/nowhere'))
  return { calls: { ...handlers.calls, ...given.calls }, watches: { ...handlers.watches, ...given.watches } }
}

/** What is watched, with the number of watchers that are on it now. */
export interface Watched<V> {
  readonly handler: V
  readonly watchers: () => number
}

export interface FakeSettings extends Watched<WatchHandlers['settings.watch']> {
  readonly change: (change: Partial<Settings>) => void
}

export function fakeSettings(): FakeSettings {
  const emitters = new Set<(item: Item<'settings.watch'>) => void>()
  let settings = DEFAULT_SETTINGS
  let version = 1
  return {
    handler: (_input, emit) => {
      emit({ kind: 'snapshot', version, rows: [settings] })
      emitters.add(emit)
      return () => { emitters.delete(emit) }
    },
    watchers: () => emitters.size,
    change: (change) => {
      settings = { ...settings, ...change }
      version += 1
      for (const emit of emitters) emit({ kind: 'changed', version, row: settings })
    },
  }
}

export interface FakeTurn extends Watched<WatchHandlers['turn.watch']> {
  readonly append: () => void
  /** The `after` of every watch that was opened. */
  readonly asked: readonly number[]
}

/** A turn whose journal grows by one event at a time. */
export function fakeTurn(): FakeTurn {
  const emitters = new Set<(item: Item<'turn.watch'>) => void>()
  const events: SeatedEvent[] = []
  const asked: number[] = []
  return {
    asked,
    handler: ({ after }, emit) => {
      asked.push(after)
      for (const seated of events.slice(after)) emit({ kind: 'event', seated })
      emit({ kind: 'synced', seq: events.length })
      emitters.add(emit)
      return () => { emitters.delete(emit) }
    },
    watchers: () => emitters.size,
    append: () => {
      const seq = events.length + 1
      const seated: SeatedEvent = { turnId: TURN, seq, event: { kind: 'turn.resumed', version: 1, at: seq, boot: `boot ${seq}`, meta: {}, body: {} } }
      events.push(seated)
      for (const emit of emitters) emit({ kind: 'event', seated })
    },
  }
}
