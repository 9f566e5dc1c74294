import { defineConnector } from '../../tools/define-tool.ts'
import type { Connector } from '../../tools/tool.ts'
import { readChat, searchChats, TRANSCRIPTS_ID, type TranscriptTools } from './transcript-tools.ts'

/** What was said in earlier chats, with the taint of what they had read. */
export function createTranscriptsConnector(deps: TranscriptTools): Connector {
  return defineConnector({
    id: TRANSCRIPTS_ID,
    label: 'Past chats',
    deps,
    tools: [searchChats, readChat],
    withheld: [
      { what: 'This chat’s other versions and deleted turns', why: 'What you took out of a chat doesn’t come back into it by a search.' },
      { what: 'Deleted chats', why: 'Deleted is deleted, from the moment you press it.' },
      { what: 'Results of tools', why: 'They are read anew by the tool itself, under today’s rules.' },
      { what: 'Changing or deleting a chat', why: 'What was said is a record.' },
    ],
  })
}
