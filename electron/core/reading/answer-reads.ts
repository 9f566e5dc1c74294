import type Database from 'better-sqlite3'
import { createAuditList } from '../runs/audit-list.ts'
import { createChainPieces } from '../runs/check-chain.ts'
import { createExport } from '../runs/export-audit.ts'
import { createDecidedReader } from '../runs/read-decided.ts'
import { createRunList } from '../runs/run-list.ts'
import { createBlobs } from '../store/blobs.ts'
import { createChats } from '../store/chats.ts'
import { createJournalReader } from '../store/journal-reader.ts'
import { createChatSearch } from '../store/search.ts'
import { exportChat } from './export-chat.ts'
import type { Answers } from './reads.ts'

/** @param database a connection that only reads: what it prepares beside is never run */
export function createAnswers(database: Database.Database): Answers {
  const search = createChatSearch(database)
  const chats = createChats(database)
  const readEvents = createJournalReader(database)
  const { readText } = createBlobs(database)
  const runs = createRunList(database)
  const audit = createAuditList(database)
  const exportPiece = createExport(database, audit)
  const chainPiece = createChainPieces(database)
  const decided = createDecidedReader(database)
  return {
    'chat.search': ({ query, limit }) => [...search(query, limit)],
    'chat.export': ({ chat, format }) => exportChat({ tree: chats.tree, readEvents, readText }, chat, format),
    'runs.page': ({ filter, offset, limit }) => runs.page(filter, offset, limit),
    'runs.choices': () => runs.choices(),
    'audit.page': ({ filter, offset, limit }) => audit.page(filter, offset, limit),
    'audit.piece': ({ filter, after, until, now }) => exportPiece(filter, after, until, now),
    'chain.piece': (place) => chainPiece(place),
    'look-back.runs': ({ back, now }) => [...decided.runs(back, now)],
    'look-back.runs-with': ({ connectorId, since, limit }) => [...decided.runsWith(connectorId, since, limit)],
    'look-back.calls': ({ runs: looked, asking }) => decided.calls(looked, (role) => asking.includes(role)),
    'look-back.starts': ({ since }) => [...decided.starts(since)],
    'look-back.steps': ({ since }) => [...decided.steps(since)],
  }
}
