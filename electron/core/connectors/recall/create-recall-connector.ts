import { defineConnector } from '../../tools/define-tool.ts'
import type { Connector } from '../../tools/tool.ts'
import { addMemory, forgetMemory, listMemories, RECALL_ID, searchMemories, updateMemory, type RecallTools } from './memory-tools.ts'

/** Facts kept from chat to chat. */
export function createRecallConnector(deps: RecallTools): Connector {
  return defineConnector({
    id: RECALL_ID,
    label: 'Memories',
    deps,
    tools: [searchMemories, listMemories, addMemory, updateMemory, forgetMemory],
    withheld: [
      { what: 'Forgetting everything at once', why: 'One slip would lose all of it. A person deletes what they don’t want on the Memory page, with a while to undo.' },
      { what: 'Lifting the mark of outside text from a memory', why: 'Only a person who wrote the text anew can say that it is theirs.' },
      { what: 'Reading other chats', why: 'Past chats does that, a connector with a switch of its own, which brings along what those chats had read.' },
    ],
  })
}
