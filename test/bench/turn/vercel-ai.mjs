import { contend, everythingServer, MODEL, PROMPT } from './contender.ts'

/** Vercel's AI SDK as its own pages show it: `streamText` with the tools of its MCP client. Nothing is asked or stored. */
await contend(async ({ url, calls }) => {
  const [ai, anthropic, mcp, stdio] = await loadAll(['ai', '@ai-sdk/anthropic', '@ai-sdk/mcp', '@ai-sdk/mcp/mcp-stdio'])
  const server = await mcp.createMCPClient({ transport: new stdio.Experimental_StdioMCPTransport({ ...everythingServer, stderr: 'ignore' }) })
  const tools = await server.tools()
  const model = anthropic.createAnthropic({ baseURL: `${url}/v1`, apiKey: 'none' })(MODEL)
  return {
    runTurn: async () => {
      const { textStream } = ai.streamText({ model, prompt: PROMPT, tools, maxOutputTokens: 8192, stopWhen: ai.isStepCount(calls + 2), onError: (/** @type {{ error: unknown }} */ { error }) => { throw error } })
      let heard = 0
      for await (const piece of textStream) heard += piece.length
      if (heard === 0) throw new Error('nothing was said')
    },
    close: () => server.close(),
  }
})

/**
 * Only the bench installs these, so the project's types are checked without them.
 *
 * @param {readonly string[]} names
 */
async function loadAll(names) {
  return Promise.all(names.map((name) => import(name)))
}
