import { useEffect, useState } from 'react'
import type { Output } from '../shared/contract.ts'
import { toWireError } from '../shared/errors.ts'
import { useCore } from './core.tsx'

export type SearchHit = Output<'chat.search'>[number]
export interface ChatSearch {
  /** The query that `hits` answer; null before the first answer. */
  readonly answered: string | null
  readonly hits: readonly SearchHit[]
  readonly problem: string | null
}

const NOTHING: ChatSearch = { answered: null, hits: [], problem: null }
const PAUSE_MS = 140

/** Asks once the person pauses; an answer that was overtaken by more typing is dropped. Old hits stay until new ones are there. */
export function useChatSearch(query: string): ChatSearch {
  const core = useCore()
  const [search, setSearch] = useState(NOTHING)
  useEffect(() => {
    if (query === '') return
    let wanted = true
    const timer = setTimeout(() => {
      core.call('chat.search', { query, limit: 40 }).then(
        (hits) => { if (wanted) setSearch({ answered: query, hits, problem: null }) },
        (error: unknown) => { if (wanted) setSearch({ answered: query, hits: [], problem: toWireError(error).message }) },
      )
    }, PAUSE_MS)
    return () => {
      wanted = false
      clearTimeout(timer)
    }
  }, [core, query])
  return query === '' ? NOTHING : search
}
