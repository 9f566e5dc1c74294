import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { Input, Item, WatchOperation } from '../../shared/contract.ts'
import { createCoreClient, type ConnectedClient } from '../../shared/core-client.ts'
import type { SourceId } from '../../shared/ids.ts'
import { NO_FILTER } from '../../shared/run-log.ts'
import type { MessageRow, SourceText } from '../../shared/source.ts'
import { createDoor, startCoreProcess, type CoreProcess } from '../crash/core-process.ts'
import type { CommitPoint } from '../crash/kill-point.ts'
import { movingClock } from './moving-clock.ts'
import { addWebhook, POLL, SECRET, startMail } from './source-core.ts'

/** A mailbox whose source waits in a core of its own process, with the practice model, to be killed and started again. */
interface Place {
  readonly client: ConnectedClient
  readonly sourceId: SourceId
  readonly core: () => CoreProcess
  readonly setInbox: (inbox: unknown) => void
  /** Starts another one on the same data, takes requests, and waits until the source does. */
  readonly restart: () => Promise<void>
  /** The status it was answered with; null: the connection broke. */
  readonly send: (id: string, body: string) => Promise<number | null>
  /** Resolves once what a look found is taken. */
  readonly look: () => Promise<void>
  /** Once no run of a message is open. */
  readonly settled: () => Promise<readonly MessageRow[]>
  readonly close: () => Promise<void>
}

const KILL = (phase: CommitPoint['phase'], nth: number): CommitPoint => ({ at: 'commit', kind: 'turn.started', phase, nth })

async function place(change: Partial<SourceText> = {}): Promise<Place> {
  const [dataDirectory, codeFolder] = [mkdtempSync(join(tmpdir(), 'gatehouse-source-kill-')), mkdtempSync(join(tmpdir(), 'gatehouse-code-'))]
  const made = await startMail([], { dataDirectory, clock: movingClock(Date.now()), settings: { model: 'practice', practiceRate: 20 } })
  const sourceId = change.input === undefined ? await addWebhook(made, change) : await made.add(change)
  await made.close()

  const door = createDoor()
  const client = createCoreClient(door.connect)
  const first = <K extends WatchOperation>(operation: K, input: Input<K>, fits: (item: Item<K>) => boolean): Promise<Item<K>> => new Promise((resolve) => {
    const end = client.watch(operation, input, (item) => {
      if (!fits(item)) return
      resolve(item)
      setImmediate(() => { end() })
    })
  })
  const rowOf = (item: Item<'sources.watch'>) => (item.kind === 'snapshot' ? item.rows.find((row) => row.sourceId === sourceId) : item.kind === 'changed' && item.row.sourceId === sourceId ? item.row : undefined)
  let running: CoreProcess
  const restart = async (): Promise<void> => {
    running = startCoreProcess({ dataDirectory, codeFolder, point: null, keepCode: true, onTransport: door.open })
    await running.ready
    const row = rowOf(await first('sources.watch', {}, (item) => rowOf(item) !== undefined))
    // Kept for a session alone, and sessions end with their core.
    if (row?.hook !== null && row !== undefined) await client.call('hook.set-secret', { hookId: row.hook.hookId, value: SECRET, where: 'session' })
    await first('sources.watch', {}, (item) => rowOf(item)?.state.state === 'ready')
  }
  await restart()
  const rowNow = async () => rowOf(await first('sources.watch', {}, (item) => rowOf(item) !== undefined)) ?? assert.fail()
  return {
    client, sourceId, restart, core: () => running,
    setInbox: (inbox) => { writeFileSync(join(made.folder, 'inbox.json'), JSON.stringify(inbox)) },
    send: async (id, body) => {
      const listener = await first('listener.watch', {}, (item) => item.kind === 'snapshot' && item.rows[0]?.address !== null)
      const address = listener.kind === 'snapshot' ? listener.rows[0]?.address ?? '' : ''
      const stamp = Math.floor(Date.now() / 1000)
      const signature = `v1,${createHmac('sha256', SECRET).update(`${id}.${stamp}.${body}`).digest('base64')}`
      return fetch(`${address}${(await rowNow()).hook?.path ?? ''}`, { method: 'POST', body, headers: { 'webhook-id': id, 'webhook-timestamp': String(stamp), 'webhook-signature': signature, connection: 'close' } }).then(({ status }) => status, () => null)
    },
    look: async () => {
      const { turnId } = await client.call('source.poll', { sourceId })
      await first('sources.watch', {}, (item) => rowOf(item)?.poll?.last?.turnId === turnId)
    },
    settled: async () => {
      for (;;) {
        const rows = await client.call('source.messages', { sourceId, limit: 100 })
        if (rows.every(({ run }) => run !== null && run.status !== 'running')) return rows
        const open = rows.find(({ run }) => run?.status === 'running')?.run?.turnId ?? assert.fail()
        await first('turn.watch', { turnId: open, after: 0 }, (item) => item.kind === 'event' && item.seated.event.kind === 'turn.ended')
      }
    },
    close: async () => {
      running.close()
      await running.ended
      client.close()
    },
  }
}

/** Runs of messages that there are at all, whoever knows of them. */
const runsOf = async ({ client, sourceId }: Place): Promise<number> => (await client.call('runs.list', { filter: { ...NO_FILTER, role: `source:${sourceId}` }, offset: 0, limit: 10 })).total

void describe('a source whose core is killed', () => {
  test('goes on after the restart with what it had answered 202 to, once, and knows it again', async () => {
    const at = await place()
    assert.equal(await at.send('m1', 'what do you know about roses'), 202)
    at.core().kill()
    assert.equal((await at.core().ended).signal, 'SIGKILL')
    await at.restart()
    assert.equal(await at.send('m1', 'what do you know about roses'), 200)
    assert.deepEqual([(await at.settled()).map(({ run }) => run?.status), await runsOf(at)], [['completed'], 1])
    await at.close()
  })

  test('right after the start was stored and before it could answer runs it once, and whoever sends it again is told that it is known', async () => {
    const at = await place()
    at.core().arm(KILL('after', 1))
    assert.equal(await at.send('m1', 'what do you know about roses'), null)
    assert.equal((await at.core().ended).signal, 'SIGKILL')
    await at.restart()
    assert.equal(await at.send('m1', 'what do you know about roses'), 200)
    assert.deepEqual([(await at.settled()).map(({ run }) => run?.status), await runsOf(at)], [['completed'], 1])
    await at.close()
  })

  test('while the start was being stored has promised nothing and started nothing, and takes it when it is sent again', async () => {
    const at = await place()
    at.core().arm(KILL('inside', 1))
    assert.equal(await at.send('m1', 'what do you know about roses'), null)
    await at.core().ended
    await at.restart()
    assert.equal(await runsOf(at), 0)
    assert.equal(await at.send('m1', 'what do you know about roses'), 202)
    assert.deepEqual([(await at.settled()).map(({ run }) => run?.status), await runsOf(at)], [['completed'], 1])
    await at.close()
  })

  test('between the messages that a look found starts each of them once, the rest at a later look', async () => {
    const at = await place({ input: POLL })
    at.setInbox([{ id: 'a', text: 'what do you know about roses' }, { id: 'b', text: 'list tasks' }, { id: 'c', text: 'list notes' }])
    // The look is a run as well, and the first.
    at.core().arm(KILL('after', 3))
    await at.client.call('source.poll', { sourceId: at.sourceId })
    await at.core().ended
    await at.restart()
    assert.equal(await runsOf(at), 2)
    await at.look()
    assert.equal(await runsOf(at), 3)
    await at.look()
    assert.deepEqual([(await at.settled()).map(({ run }) => run?.status), await runsOf(at)], [['completed', 'completed', 'completed'], 3])
    await at.close()
  })
})
