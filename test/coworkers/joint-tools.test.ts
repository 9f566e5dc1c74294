import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { defineConnector, defineTool } from '../../electron/core/tools/define-tool.ts'
import type { CoworkerId, CoworkerProfile, Grant } from '../../shared/coworker.ts'
import { ConnectorId } from '../../shared/ids.ts'
import { addPasted, pastedFake, pastedInstalled, review, rowWhen, whenReady } from '../core/server-core.ts'
import { newPlace } from '../store/store-place.ts'
import { READER, saveCoworker, startTeam, tool } from './team-core.ts'

const [FIRST, SECOND] = [ConnectorId.parse('mcp-filesystem'), ConnectorId.parse('mcp-calm')]
const PAIRS = defineConnector({
  id: 'pairs', label: 'Pairs', deps: {},
  tools: [
    defineTool({ name: 'compare', title: 'Compare both', description: 'Compares what the two hold.', input: z.strictObject({}), class: 'read', needs: { connectors: [FIRST, SECOND] }, run: async () => 'Both the same.' }),
  ],
})
const READER_ID = 'reader' as CoworkerId
const JOINT = tool('pairs', 'compare')
const grant = (...connectors: readonly ConnectorId[]): Grant => ({ connectors: [...connectors], skills: [], allowance: null })

/** A core with the two servers that the joint tool reads, and a read of the first classed by the person. Both are ready, or the second never gets so. */
async function place(second: 'ready' | 'failed' = 'ready') {
  const core = await startTeam({ go: [{ text: 'Done.' }] }, { more: [PAIRS], settings: { workspace: newPlace() } })
  await addPasted(core, pastedInstalled('filesystem', [newPlace()]))
  await addPasted(core, pastedFake('calm', second === 'ready' ? 'calm' : 'exits'))
  await whenReady(core, FIRST)
  await rowWhen(core, SECOND, ({ state }) => state === second)
  await review(core, FIRST, 'list_allowed_directories', 'read')
  const roleId = 'coworker:reader'
  const fate = async () => (await core.call('role.explain', { roleId })).tools.find(({ connectorId, tool: name }) => connectorId === 'pairs' && name === 'compare')
  const sent = async (): Promise<readonly string[]> => {
    await core.ended((await core.call('coworker.run', { id: READER_ID, task: 'go' })).turnId)
    return core.tasks.requests.get('go')?.at(-1)?.tools.map(({ name }) => name).toSorted() ?? []
  }
  const save = (given: CoworkerProfile['grant'], id: CoworkerId | null = READER_ID) => saveCoworker(core, { tools: [JOINT, ...READER.tools], grant: given }, id)
  return { core, fate, sent, save }
}

test('a tool that needs two connectors is given while the grant holds both and both are live, as the role page says and the wire shows', async () => {
  const { core, fate, sent, save } = await place()
  await save(grant(FIRST, SECOND), null)
  assert.deepEqual([(await fate())?.modelName, await sent()], ['pairs__compare', ['pairs__compare', 'recall__list_memories']])

  // One of the two isn't granted: the entry is kept and the tool lost, with the reason.
  await save(grant(FIRST))
  assert.deepEqual((await fate())?.outcome, { filter: 'ceiling', sentence: 'The role “Reader” does not include this tool: it is not in what a coworker may have, nor in its grant.' })
  assert.deepEqual(await sent(), ['recall__list_memories'])

  // Both are granted, and one isn't live.
  await save(grant(FIRST, SECOND))
  await core.call('connector.switch', { connectorId: SECOND, on: false })
  assert.deepEqual([(await fate())?.outcome, await sent()], [{ filter: 'registration', sentence: 'It also needs calm, which is switched off.' }, ['recall__list_memories']])
  await core.call('connector.switch', { connectorId: SECOND, on: true })
  await whenReady(core, SECOND)
  assert.deepEqual([(await fate())?.modelName, await sent()], ['pairs__compare', ['pairs__compare', 'recall__list_memories']])
  await core.close()
})

test('it is lost once one of its connectors is gone, and a coworker without a grant never has it', async () => {
  const { core, fate, sent, save } = await place()
  await save(null, null)
  assert.match((await fate())?.outcome.sentence ?? '', /not in what a coworker may have/)
  await save(grant(FIRST, SECOND))
  await core.call('connector.remove', { connectorId: SECOND })
  assert.deepEqual((await fate())?.outcome, { filter: 'registration', sentence: 'It also needs the connector mcp-calm, which is not there.' })
  await assert.rejects(sent(), { code: 'coworker.refused', message: /The grant names the connector “mcp-calm”, which is not there any more\./ })
  await core.close()
})

test('it is lost while one of its servers doesn’t come up, which the role page says as the server’s sheet does', async () => {
  const { core, fate, sent, save } = await place('failed')
  await save(grant(FIRST, SECOND), null)
  const outcome = (await fate())?.outcome
  assert.deepEqual([outcome?.filter, await sent()], ['registration', ['recall__list_memories']])
  assert.match(outcome?.sentence ?? '', /^It also needs calm\. The connector calm is not running: calm ended while it was starting: exit code 3\./)
  await core.close()
})
