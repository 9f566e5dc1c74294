import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ConnectorId, type SourceId, type TurnId } from '../../shared/ids.ts'
import type { SourceRow, SourceText } from '../../shared/source.ts'
import { addPasted, pasted, review, whenReady } from '../core/server-core.ts'
import type { ScriptedStep } from '../core/script-model.ts'
import type { CoreOptions } from '../core/live-core.ts'
import { NOON, startJobs, type JobCore } from './job-core.ts'
import { movingClock } from './moving-clock.ts'
import type { ManualClock } from './manual-clock.ts'

const SERVER = fileURLToPath(new URL('../fakes/mail-server.ts', import.meta.url))
export const SECRET = 'a secret of more than sixteen letters'

export interface MailCore extends JobCore {
  readonly mail: ConnectorId
  readonly folder: string
  setInbox(inbox: unknown): void
  /** What reached the mailbox. */
  called(): readonly string[]
  text(change?: Partial<SourceText>): SourceText
  add(change?: Partial<SourceText>): Promise<SourceId>
  source(sourceId: SourceId): Promise<SourceRow>
  sourceWhen(sourceId: SourceId, fits: (row: SourceRow) => boolean): Promise<SourceRow>
  /** The runs of its messages, oldest first, each at rest. */
  runs(sourceId: SourceId, count: number): Promise<readonly TurnId[]>
  /** Looks, and resolves when what was found is taken. */
  look(sourceId: SourceId): Promise<SourceRow>
}

export const POLL: Extract<SourceText['input'], { kind: 'poll' }> = { kind: 'poll', tool: 'list_messages', arguments: '{"unread":true}', minutes: 15, items: 'mail', id: 'id', first: 'remember' }

/** A core with a mailbox, whose reads and writes are all on. */
export async function startMail(steps: readonly ScriptedStep[], options: CoreOptions & { readonly clock?: ManualClock; readonly folder?: string } = {}): Promise<MailCore> {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'gatehouse-mail-'))
  const core = await startJobs(steps, { on: ['notes'], clock: movingClock(NOON), settings: { model: 'practice' }, ...options })
  if (options.folder === undefined) {
    writeFileSync(join(folder, 'inbox.json'), '[]')
    writeFileSync(join(folder, 'calls.log'), '')
  }
  const mail = options.folder === undefined ? await addPasted(core, pasted('mail', [SERVER, folder])) : ConnectorId.parse('mcp-mail')
  await whenReady(core, mail)
  if (options.folder === undefined) for (const name of ['list_messages', 'get_message', 'create_draft', 'draft_answer', 'send_mail', 'tag_message', 'delete_message']) await review(core, mail, name)
  const source = async (sourceId: SourceId): Promise<SourceRow> => {
    const item = await core.until('sources.watch', {}, ({ kind }) => kind === 'snapshot')
    const row = item.kind === 'snapshot' ? item.rows.find((one) => one.sourceId === sourceId) : undefined
    assert.ok(row !== undefined)
    return row
  }
  const sourceWhen: MailCore['sourceWhen'] = async (sourceId, fits) => {
    for (;;) {
      const row = await source(sourceId)
      if (fits(row)) return row
      await new Promise((resolve) => { setTimeout(resolve, 10) })
    }
  }
  const text = (change: Partial<SourceText> = {}): SourceText => ({
    name: 'Mail', about: 'Draft an answer.', connectorId: mail, draft: { connectorId: mail, tool: 'create_draft' }, draftAnywhere: false, hosts: [], model: null, perHour: 20, input: POLL, ...change,
  })
  return {
    ...core, mail, folder, source, sourceWhen, text,
    setInbox: (inbox) => { writeFileSync(join(folder, 'inbox.json'), JSON.stringify(inbox)) },
    called: () => readFileSync(join(folder, 'calls.log'), 'utf8').split('\n').filter((line) => line !== ''),
    add: async (change) => {
      const { confirms } = await core.call('source.preflight', { sourceId: null, text: text(change) })
      return (await core.call('source.create', { text: text(change), confirms })).sourceId
    },
    runs: async (sourceId, count) => {
      for (;;) {
        const rows = (await core.call('source.messages', { sourceId, limit: 100 })).toReversed()
        if (rows.length >= count) {
          const turns = rows.flatMap(({ run }) => (run === null ? [] : [run.turnId]))
          for (const turnId of turns) await core.rest(turnId)
          return turns
        }
        await new Promise((resolve) => { setImmediate(resolve) })
      }
    },
    look: async (sourceId) => {
      const before = (await source(sourceId)).poll?.last?.turnId ?? null
      core.clock.advance(15 * 60_000)
      return sourceWhen(sourceId, ({ poll, state }) => poll?.last !== null && poll?.last?.turnId !== before && state.state === 'ready')
    },
  }
}

/** Sends as a program would that was given the address and the secret. */
export async function deliver(core: MailCore, sourceId: SourceId, id: string, body: string, change: { readonly stamp?: number; readonly secret?: string } = {}): Promise<number> {
  const { hook } = await core.source(sourceId)
  const item = await core.until('listener.watch', {}, ({ kind }) => kind === 'snapshot')
  const address = item.kind === 'snapshot' ? item.rows[0]?.address ?? '' : ''
  const stamp = change.stamp ?? Math.floor(core.clock.now() / 1000)
  const signature = `v1,${createHmac('sha256', change.secret ?? SECRET).update(`${id}.${stamp}.${body}`).digest('base64')}`
  return (await fetch(`${address}${hook?.path ?? ''}`, { method: 'POST', body, headers: { 'webhook-id': id, 'webhook-timestamp': String(stamp), 'webhook-signature': signature, connection: 'close' } })).status
}

/** A source at an address of its own, with its secret, listened for. */
export async function addWebhook(core: MailCore, change: Partial<SourceText> = {}): Promise<SourceId> {
  const sourceId = await core.add({ input: { kind: 'webhook' }, ...change })
  const { hook } = await core.source(sourceId)
  assert.ok(hook !== null)
  await core.call('hook.set-secret', { hookId: hook.hookId, value: SECRET, where: 'session' })
  await core.call('listener.switch', { on: true })
  return sourceId
}
