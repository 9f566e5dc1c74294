import { join } from 'node:path'
import { contend, everythingServer, MODEL, PROMPT } from './contender.ts'

/** LangGraph's ready-made agent with its SQLite checkpointer on disk: durable as Gatehouse is, without a gate. */
await contend(async ({ url, folder, calls }) => {
  const [prebuilt, anthropic, adapters, checkpoint] = await loadAll(['@langchain/langgraph/prebuilt', '@langchain/anthropic', '@langchain/mcp-adapters', '@langchain/langgraph-checkpoint-sqlite'])
  const servers = new adapters.MultiServerMCPClient({ mcpServers: { everything: { transport: 'stdio', ...everythingServer, stderr: 'ignore' } } })
  const agent = prebuilt.createReactAgent({
    llm: new anthropic.ChatAnthropic({ model: MODEL, apiKey: 'none', anthropicApiUrl: url, maxTokens: 8192, streaming: true }),
    tools: await servers.getTools(),
    checkpointer: checkpoint.SqliteSaver.fromConnString(join(folder, 'langgraph.db')),
  })
  let thread = 0
  return {
    runTurn: async () => {
      thread += 1
      const stream = await agent.stream({ messages: [{ role: 'user', content: PROMPT }] }, { configurable: { thread_id: `thread-${thread}` }, streamMode: 'messages', recursionLimit: 2 * calls + 10 })
      let heard = 0
      for await (const piece of stream) heard += piece.length
      if (heard === 0) throw new Error('nothing was said')
    },
    close: () => servers.close(),
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
