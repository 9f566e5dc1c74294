import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import sharp from 'sharp'
import { defineConnector, defineTool } from '../../electron/core/tools/define-tool.ts'
import { ToolOutput } from '../../electron/core/tools/tool-output.ts'
import { z } from 'zod'
import { answerWith, callTool, say } from '../fakes/messages-endpoint-answer.ts'
import { startWithEndpoint, type ModelCore } from './model-places.ts'
import { addPasted, pastedInstalled, review, whenReady } from './server-core.ts'

const large = await sharp({ create: { width: 3000, height: 1500, channels: 3, background: '#336699' } }).png().toBuffer()
const camera = defineConnector({ id: 'camera', label: 'Camera', deps: null, tools: [
  defineTool({ name: 'look', description: 'Takes pictures.', class: 'read', untrusted: true, input: z.object({ count: z.number() }), summarise: () => 'the camera', run: (_context, { count }) => Promise.resolve(new ToolOutput(count === 1 ? '' : `${count} pictures`, Array.from({ length: count }, (_, index) => ({ mimeType: 'image/png', base64: index === 1 ? 'AAAA' : large.toString('base64') })))) }),
] })

const resultsOf = (core: ModelCore, request: number) => (core.endpoint.requests[request]?.body?.messages ?? []).flatMap(({ content }) => content).flatMap((block) => (block.type === 'tool_result' ? [block.content] : []))

describe('images of a result', () => {
  test('of a real server reach the model and the window', async () => {
    const core = await startWithEndpoint({ answers: [answerWith([callTool('mcp-everything__get-tiny-image', '{}')]), say('A logo.')] }, {}, { vision: true })
    const connectorId = await addPasted(core, pastedInstalled('everything'))
    await whenReady(core, connectorId)
    await review(core, connectorId, 'get-tiny-image', 'read')
    const state = await core.ended(await core.say(await core.newChat(), 'get the tiny image of everything'))
    assert.equal(state.ended?.outcome, 'completed')
    const [call] = [...state.calls.values()]
    assert.ok(call?.status === 'done')
    const [image] = call.ended.body?.images ?? []
    assert.ok(image !== undefined && image.mimeType === 'image/png' && image.width > 0)
    const data = 'text' in image.data ? image.data.text : (await core.call('blob.read', { digest: image.data.blob })).text
    assert.equal((await sharp(Buffer.from(data, 'base64')).metadata()).width, image.width)
    const [content] = resultsOf(core, 1)
    assert.ok(Array.isArray(content))
    assert.deepEqual(content.map((part) => (part.type === 'text' ? part.type : part.source)), ['text', { type: 'base64', media_type: 'image/png', data }])
    assert.deepEqual(core.endpoint.requests.map(({ problem }) => problem), [null, null])
    await core.close()
  })

  test('taint like text, are brought to size, the original stays with the run, and what is none is a sentence', async () => {
    const core = await startWithEndpoint({ answers: [answerWith([callTool('camera__look', '{"count":10}')]), say('Seen.')] }, { additions: { connectors: [camera] } }, { vision: true })
    const state = await core.ended(await core.say(await core.newChat(), 'look with the camera'))
    assert.deepEqual([state.ended?.outcome, state.taint.map(({ label }) => label)], ['completed', ['the camera']])
    const [call] = [...state.calls.values()]
    assert.ok(call?.status === 'done' && call.ended.body?.images !== undefined)
    assert.deepEqual(call.ended.body.images.map(({ width, height }) => [width, height]), Array(7).fill([1568, 784]))
    const original = call.ended.body.images[0]?.original
    assert.ok(original !== undefined && original !== null && 'blob' in original)
    assert.equal((await core.call('blob.read', { digest: original.blob })).text, large.toString('base64'))
    const [content] = resultsOf(core, 1)
    assert.ok(Array.isArray(content) && content[0]?.type === 'text')
    assert.match(content[0].text, /^10 pictures\n\n\[An image \(image\/png\) was left out: only PNG, JPEG, GIF and WebP images are taken\.\]\n\n\[2 more images were left out: a result holds at most 8\.\]$/)
    await core.close()
  })

  test('are a sentence for a model that isn’t known to take them, and the chat goes on', async () => {
    const core = await startWithEndpoint({ answers: [answerWith([callTool('camera__look', '{"count":1}')]), say('I can’t see it.')] }, { additions: { connectors: [camera] } })
    const state = await core.ended(await core.say(await core.newChat(), 'look with the camera'))
    assert.equal(state.ended?.outcome, 'completed')
    assert.deepEqual(resultsOf(core, 1), ['(no text; the images follow)\n[An image was left out: this model can’t see images.]'])
    await core.close()
  })
})
