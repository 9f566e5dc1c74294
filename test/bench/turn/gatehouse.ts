import { join } from 'node:path'
import type { CallOperation, Input, Item, Output, WatchOperation } from '../../../shared/contract.ts'
import type { Digest, TurnId } from '../../../shared/ids.ts'
import type { TurnEvent } from '../../../shared/turn-event.ts'
import { countCommits } from './count-commits.ts'
import { contend, everythingServer, MODEL, PROMPT } from './contender.ts'

/** What became of a turn; null: it goes on. */
function outcomeOf(event: TurnEvent): string | null {
  if (event.kind === 'turn.ended') return event.outcome
  const waits = event.kind === 'turn.paused' || event.kind === 'outcome.asked' || (event.kind === 'gate.decided' && event.verdict === 'ask')
  return waits ? 'it waits' : null
}

/** As shipped, set up through the operations that a person's clicks become: a model's profile, a server, one of its tools switched on as a read. */
await contend(async ({ url, folder, isCounted }) => {
  const commits = isCounted ? await countCommits() : null
  const { createCore } = await import('../../../electron/core/core.ts')
  const { createNewId } = await import('../../../electron/new-id.ts')
  const { systemClock } = await import('../../../electron/system-clock.ts')
  const core = await createCore({ dataDirectory: join(folder, 'gatehouse'), shell: 'bench', version: '0.0.0', clock: systemClock, newId: createNewId(() => systemClock.now()), notify: () => undefined })
  const call = <K extends CallOperation>(operation: K, input: Input<K>): Promise<Output<K>> => core.handlers.calls[operation](input, { clientId: 'bench' })
  const watch = <K extends WatchOperation>(operation: K, input: Input<K>, emit: (item: Item<K>) => void): () => void => core.handlers.watches[operation](input, emit)

  await call('model.save', { profile: { adapter: 'anthropic', name: 'Bench', contextWindow: null, maxOutputTokens: null, prices: { input: null, output: null, cacheRead: null, cacheWrite: null }, certified: 'full', baseUrl: url, model: MODEL, key: { kind: 'none' }, keyHeader: 'x-api-key' }, isNew: true })
  await call('model.choose', { name: 'Bench' })
  const { connectorId } = await call('connector.add', { label: 'Everything', reach: { kind: 'command', command: everythingServer.command, args: everythingServer.args, cwd: null }, values: [] })
  const ready = Promise.withResolvers<Digest>()
  const stopLooking = watch('connector-tools.watch', { connectorId }, (item) => {
    const echo = item.kind === 'removed' ? undefined : (item.kind === 'snapshot' ? item.rows : [item.row]).find(({ tool }) => tool === 'echo')
    if (echo !== undefined) ready.resolve(echo.pin)
  })
  const pin = await ready.promise
  stopLooking()
  await call('tool.set-class', { connectorId, tools: [{ tool: 'echo', pin }], toolClass: 'read' })
  await call('tool.switch', { connectorId, tool: 'echo', on: true, pin })

  /**
   * Every event and piece of text is handed over, as to an open window. What a window makes of them it makes in a process of
   * its own, so here only the kind of an event is looked at: folding would count a window's work as the core's.
   */
  const whenEnded = (turnId: TurnId): Promise<string> => new Promise((resolve) => {
    const stopWatching = watch('turn.watch', { turnId, after: 0 }, (item) => {
      const outcome = item.kind === 'event' ? outcomeOf(item.seated.event) : null
      if (outcome === null) return
      setImmediate(() => { stopWatching() })
      resolve(outcome)
    })
  })
  return {
    runTurn: async () => {
      const { chatId } = await call('chat.create', {})
      const { turnId } = await call('turn.start', { chatId, parentTurnId: null, message: [{ origin: 'typed', text: PROMPT, vouched: true }] })
      const outcome = await whenEnded(turnId)
      if (outcome !== 'completed') throw new Error(`the turn did not complete: ${outcome}`)
    },
    commits: () => commits?.() ?? 0,
    close: () => core.close(),
  }
})
