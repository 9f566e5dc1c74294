import MiniSearch from 'minisearch'
import type { ScoredConnector } from '../turn/select-tools.ts'
import type { CatalogEntry } from './catalog.ts'

export interface Relevance {
  /**
   * Scores by words alone (BM25 over names, titles and descriptions) and by use in this chat; computed here, the same for
   * the same input. @param said what was said lately @param usedLately connector ids, the latest last
   */
  readonly score: (entries: readonly CatalogEntry[], said: string, usedLately: readonly string[]) => readonly ScoredConnector[]
}

/** A tool that was used a moment ago is likely to be used again; enough to stand beside a good match of words. */
const RECENT_WEIGHT = 4
const QUERY_LENGTH = 2000

interface Indexed { readonly id: string; readonly connector: string; readonly name: string; readonly title: string; readonly description: string }

/** Indexes a catalog once and again only when its definitions change. */
export function createRelevance(): Relevance {
  let indexed: { readonly key: string; readonly search: MiniSearch<Indexed> } | null = null
  const indexOf = (entries: readonly CatalogEntry[]): MiniSearch<Indexed> => {
    const key = entries.map(({ pin }) => pin).join()
    if (indexed?.key === key) return indexed.search
    const search = new MiniSearch<Indexed>({ fields: ['connector', 'name', 'title', 'description'], searchOptions: { boost: { name: 3, title: 2, connector: 3 }, prefix: (term) => term.length > 3, combineWith: 'OR' } })
    search.addAll(entries.map((entry) => ({ id: idOf(entry), connector: `${entry.connector.label} ${entry.connector.id}`, name: entry.tool.identity.tool.replaceAll(/[_-]+/g, ' '), title: entry.tool.title, description: entry.tool.description })))
    indexed = { key, search }
    return search
  }
  return {
    score: (entries, said, usedLately) => {
      const scores = new Map<string, number>()
      if (said.trim() !== '') for (const { id, score } of indexOf(entries).search(said.slice(-QUERY_LENGTH))) if (typeof id === 'string') scores.set(id, score)
      const byConnector = Map.groupBy(entries, (entry) => entry.connector.id)
      return [...byConnector].map(([connectorId, own]): ScoredConnector => {
        const tools = own.map((entry) => ({ tool: entry.tool.identity.tool, lexical: scores.get(idOf(entry)) ?? 0 }))
        const last = usedLately.lastIndexOf(connectorId)
        return { connectorId, lexical: Math.max(0, ...tools.map(({ lexical }) => lexical)), recent: last === -1 ? 0 : (RECENT_WEIGHT * (last + 1)) / usedLately.length, tools }
      })
    },
  }
}

const idOf = ({ tool }: CatalogEntry): string => `${tool.identity.connectorId}\n${tool.identity.tool}`
