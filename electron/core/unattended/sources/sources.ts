import { AppError } from '../../../../shared/errors.ts'
import type { HookId, SourceId, TurnId } from '../../../../shared/ids.ts'
import type { ConfirmedTool, SourceProblem, SourceText } from '../../../../shared/source.ts'
import type { SeatedEvent } from '../../../../shared/turn-event.ts'
import type { TurnState } from '../../../../shared/turn-state.ts'
import type { Catalog } from '../../tools/catalog.ts'
import { stopIfLive } from '../../turn/stop-if-live.ts'
import type { Turns } from '../../turn/turns.ts'
import type { Received } from '../webhooks/receive.ts'
import type { Refusals } from '../webhooks/refusals.ts'
import { confirmedProblem, toolsToConfirm } from './confirmed-tools.ts'
import { createPoller, type PollerPorts } from './poller.ts'
import type { Source } from './source.ts'
import { sourceProblems, unpricedSentence, type ModelFacts } from './source-edits.ts'
import type { SourceStore } from './source-store.ts'
import { takeMessage } from './take-message.ts'

/** Where strangers' messages come from: a webhook's address, or a look every so often. */
export interface Sources {
  readonly store: SourceStore
  readonly problems: (text: SourceText) => readonly SourceProblem[]
  /** What saving confirms, as it is now. */
  readonly toConfirm: (text: SourceText) => readonly ConfirmedTool[]
  /** @throws AppError `input.invalid`, also where what was confirmed isn't what there is any more */
  readonly create: (text: SourceText, confirms: readonly ConfirmedTool[]) => Source
  readonly update: (sourceId: SourceId, text: SourceText, confirms: readonly ConfirmedTool[]) => void
  readonly switchOn: (sourceId: SourceId, on: boolean) => void
  readonly remove: (sourceId: SourceId) => Promise<void>
  /** Why it takes nothing and runs nothing now; null: it may. */
  readonly problemOf: (source: Source) => string | null
  /** A delivery whose signature was found right. @param stored is written with the run's start or not at all */
  readonly deliver: (sourceId: SourceId, text: string, stored: (turnId: TurnId) => void) => Promise<Received>
  readonly pollNow: (source: Source) => Promise<TurnId>
  readonly appended: (state: TurnState, seated: readonly SeatedEvent[]) => void
  readonly onEdited: (listener: (sourceId: SourceId) => void) => void
  readonly start: () => void
  readonly close: () => void
}

export interface SourcesPorts extends Omit<PollerPorts, 'problemOf' | 'overRate' | 'now' | 'turns'>, ModelFacts {
  readonly turns: Pick<Turns, 'start' | 'stop'>
  readonly catalog: Catalog
  readonly refusals: Refusals
  readonly newSourceId: () => SourceId
  /** Null: permitted on this machine; else the sentence that says it isn't. */
  readonly withheld: (kind: SourceText['input']['kind']) => string | null
  readonly hooks: { readonly createFor: (sourceId: SourceId, name: string) => HookId; readonly switchOn: (hookId: HookId, on: boolean) => void; readonly remove: (hookId: HookId) => Promise<void> }
}

export function createSources({ catalog, refusals, newSourceId, hasModel, isPriced, withheld, hooks, ...given }: SourcesPorts): Sources {
  const { store, clock, turns } = given
  const listeners: ((sourceId: SourceId) => void)[] = []
  const told = (sourceId: SourceId): void => { for (const listener of listeners) listener(sourceId) }
  const problemOf = ({ text, confirmed }: Source): string | null => {
    const why = withheld(text.input.kind)
    if (why !== null) return why
    if (text.model !== null && !hasModel(text.model)) return `There is no model “${text.model}” any more. Choose another one.`
    const model = text.model ?? given.defaultModel()
    if (!isPriced(model)) return unpricedSentence(model)
    return confirmedProblem(catalog, text, confirmed)
  }
  const ports: PollerPorts = { ...given, now: clock.now, problemOf, overRate: (sourceId) => { refusals.note(sourceId, 'too-many') } }
  const poller = createPoller(ports)
  const problems = (text: SourceText): readonly SourceProblem[] => sourceProblems(catalog, text, { hasModel, isPriced })
  const toConfirm = (text: SourceText): readonly ConfirmedTool[] => toolsToConfirm(catalog, text)

  const fit = (text: SourceText, confirms: readonly ConfirmedTool[]): { readonly text: SourceText; readonly confirmed: readonly ConfirmedTool[] } => {
    const [first] = problems(text)
    if (first !== undefined) throw new AppError('input.invalid', first.sentence, { kept: 'Nothing was saved.' })
    const confirmed = toConfirm(text)
    if (keyOf(confirmed) !== keyOf(confirms)) throw new AppError('input.invalid', 'The tools that it would get are others than you were shown.', { kept: 'Nothing was saved.', advice: 'Look at them once more, then save.' })
    return { text: { ...text, name: text.name.trim(), hosts: [...new Set(text.hosts)] }, confirmed }
  }
  const dueOf = ({ input }: SourceText, on: boolean, known: Source | null): number | null => {
    if (!on || input.kind !== 'poll') return null
    const soonest = clock.now() + (known?.hasLooked === true ? input.minutes * 60_000 : 0)
    return known?.dueAt === null || known === null ? soonest : Math.min(known.dueAt, soonest)
  }
  const stopOpen = (sourceId: SourceId): void => {
    for (const turnId of [...store.openRuns(sourceId, 'message'), ...store.openRuns(sourceId, 'poll')]) void stopIfLive(turns, turnId)
  }

  return {
    store, problems, toConfirm, problemOf,
    create: (given, confirms) => {
      const sourceId = newSourceId()
      const { text, confirmed } = fit(given, confirms)
      const hookId = text.input.kind === 'webhook' ? hooks.createFor(sourceId, text.name) : null
      const source: Source = { sourceId, text, confirmed, on: true, folder: folderOf(text.name, sourceId), chatId: null, pollChatId: null, hookId, createdAt: clock.now(), updatedAt: clock.now(), dueAt: dueOf(text, true, null), lastPoll: null, hasLooked: false }
      store.add(source)
      told(sourceId)
      poller.refresh()
      return source
    },
    update: (sourceId, given, confirms) => {
      const known = store.get(sourceId)
      const { text, confirmed } = fit(given, confirms)
      if (text.input.kind !== known.text.input.kind) throw new AppError('input.invalid', 'A source that takes deliveries stays one, and so does one that looks by itself.', { kept: 'Nothing was saved.', advice: 'Make another source.' })
      // Another list is new as a whole: what is there when it is looked at first isn't news.
      const isSameList = JSON.stringify(listOf(text)) === JSON.stringify(listOf(known.text))
      store.change(sourceId, { text, confirmed, updatedAt: clock.now(), dueAt: dueOf(text, known.on, known), ...(isSameList ? {} : { hasLooked: false }) })
      told(sourceId)
      poller.refresh()
    },
    switchOn: (sourceId, on) => {
      const known = store.get(sourceId)
      store.change(sourceId, { on, dueAt: dueOf(known.text, on, { ...known, dueAt: null }) })
      if (known.hookId !== null) hooks.switchOn(known.hookId, on)
      poller.refresh()
    },
    remove: async (sourceId) => {
      const { hookId } = store.get(sourceId)
      stopOpen(sourceId)
      store.remove(sourceId)
      refusals.forget(sourceId)
      told(sourceId)
      if (hookId !== null) await hooks.remove(hookId)
    },
    deliver: async (sourceId, text, stored) => {
      const source = store.find(sourceId)
      return source === null ? 'no-such-address' : takeMessage(ports, source, { text, item: null, stored })
    },
    pollNow: async (source) => poller.pollNow(source),
    appended: poller.appended,
    onEdited: (listener) => { listeners.push(listener) },
    start: poller.start,
    close: poller.close,
  }
}

const keyOf = (tools: readonly ConfirmedTool[]): string => JSON.stringify(tools.map(({ connectorId, tool, pin, toolClass }) => [connectorId, tool, pin, toolClass].join(' ')).sort())

const listOf = ({ connectorId, input }: SourceText): unknown => (input.kind === 'poll' ? [connectorId, input.tool, input.arguments, input.items, input.id] : null)

/** A name that a person knows again, and that no other source has. */
function folderOf(name: string, sourceId: SourceId): string {
  const words = name.toLowerCase().normalize('NFKD').replaceAll(/[^a-z0-9]+/gu, '-').replaceAll(/^-+|-+$/gu, '').slice(0, 40)
  return `${words === '' ? 'source' : words}-${sourceId.slice(-6).toLowerCase()}`
}
