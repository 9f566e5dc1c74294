import Anthropic from '@anthropic-ai/sdk'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { contend, everythingServer, MODEL, PROMPT } from './contender.ts'

/** The least that works: the two libraries and a loop. Nothing is checked, asked or stored. */
await contend(async ({ url }) => {
  const anthropic = new Anthropic({ baseURL: url, apiKey: 'none' })
  const server = new Client({ name: 'bare', version: '1.0.0' }, { capabilities: {} })
  await server.connect(new StdioClientTransport({ ...everythingServer, stderr: 'ignore' }))
  const listed = await server.listTools()
  const tools = listed.tools.map(({ name, description, inputSchema: { required, ...schema } }): Anthropic.Tool => ({ name, ...(description === undefined ? {} : { description }), input_schema: { ...schema, ...(required === undefined ? {} : { required }) } }))

  const runTurn = async (): Promise<void> => {
    const messages: Anthropic.MessageParam[] = [{ role: 'user', content: PROMPT }]
    for (;;) {
      const stream = await anthropic.messages.create({ model: MODEL, max_tokens: 8192, messages, tools, stream: true })
      const said: Anthropic.ContentBlockParam[] = []
      let json = ''
      for await (const event of stream) {
        if (event.type === 'content_block_start') {
          json = ''
          const { content_block: block } = event
          if (block.type === 'text') said.push({ type: 'text', text: '' })
          if (block.type === 'tool_use') said.push({ type: 'tool_use', id: block.id, name: block.name, input: {} })
        }
        const last = said.at(-1)
        if (event.type === 'content_block_delta' && event.delta.type === 'text_delta' && last?.type === 'text') last.text += event.delta.text
        if (event.type === 'content_block_delta' && event.delta.type === 'input_json_delta') json += event.delta.partial_json
        if (event.type === 'content_block_stop' && last?.type === 'tool_use') last.input = JSON.parse(json)
      }
      messages.push({ role: 'assistant', content: said })
      const results: Anthropic.ToolResultBlockParam[] = []
      for (const call of said) {
        if (call.type !== 'tool_use') continue
        const { content } = await server.callTool({ name: call.name, arguments: Object.fromEntries(Object.entries(call.input ?? {})) })
        results.push({ type: 'tool_result', tool_use_id: call.id, content: content.map((part) => (part.type === 'text' ? part.text : '')).join('') })
      }
      if (results.length === 0) return
      messages.push({ role: 'user', content: results })
    }
  }
  return { runTurn, close: () => server.close() }
})
