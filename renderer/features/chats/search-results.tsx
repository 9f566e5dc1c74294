import { useMemo } from 'react'
import type { ChatId, TurnId } from '../../../shared/ids.ts'
import type { ChatRow } from '../../../shared/run-record.ts'
import { titleOf } from '../../chat-title.ts'
import { markFirst, readExcerpt, type ExcerptPiece } from '../../excerpt.ts'
import { ProblemBanner } from '../../parts/problem-banner.tsx'
import { formatRoute } from '../../route.ts'
import { strings } from '../../strings/en.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { ChatSearch, SearchHit } from '../../use-chat-search.ts'
import styles from './chats.module.css'
import found from './search-results.module.css'

interface SearchResultsProps {
  query: string
  rows: readonly ChatRow[]
  search: ChatSearch
  onOpen: (chatId: ChatId, turnId: TurnId | null) => void
}

const TITLES_SHOWN = 8

/** Names match at once, from what the window knows; messages as the core finds them. */
export function SearchResults({ query, rows, search, onOpen }: SearchResultsProps) {
  const words = strings.chats.results
  const named = useMemo(() => {
    const wanted = query.toLocaleLowerCase()
    return rows.filter((row) => titleOf(row).toLocaleLowerCase().includes(wanted)).slice(0, TITLES_SHOWN)
  }, [rows, query])
  const titles = useMemo(() => new Map(rows.map((row) => [row.chatId, titleOf(row)])), [rows])
  const shown = new Set<string>(named.map((row) => row.chatId))
  // A hit without a turn is a name; the ones above needn't stand here twice.
  const hits = search.hits.filter((hit) => hit.turnId !== null || !shown.has(hit.chatId))
  const nothing = named.length === 0 && hits.length === 0
  return (
    <div className={styles.scroller} role="group" aria-label={words.label}>
      {named.length === 0 ? null : <h2 className={styles.heading}>{words.titles}</h2>}
      {named.map((row) => (
        <button key={row.chatId} type="button" className={found.result} data-result onClick={() => onOpen(row.chatId, null)}>
          <span className={styles.title}><Marked pieces={markFirst(titleOf(row), query)} /></span>
        </button>
      ))}
      {hits.length === 0 ? null : <h2 className={styles.heading}>{words.messages}</h2>}
      {hits.map((hit, index) => <Hit key={`${hit.chatId} ${hit.turnId ?? ''} ${index}`} hit={hit} title={titles.get(hit.chatId) ?? hit.title} onOpen={onOpen} />)}
      {search.answered === null ? <div className={styles.waiting}><Skeleton label={words.searching} lines={2} /></div> : null}
      {search.problem === null ? null : <ProblemBanner problem={{ message: words.failed, advice: search.problem }} />}
      {search.answered === query && query !== '' ? <a className={found.result} data-result href={formatRoute({ page: 'runs', query })}>{strings.runs.search(query)}</a> : null}
      {nothing && search.answered === query && search.problem === null ? (
        <div className={styles.empty} role="status">
          <p>{words.none(query)}</p>
          <p>{words.hint}</p>
        </div>
      ) : null}
    </div>
  )
}

function Hit({ hit, title, onOpen }: { hit: SearchHit; title: string; onOpen: SearchResultsProps['onOpen'] }) {
  return (
    <button type="button" className={found.result} data-result onClick={() => onOpen(hit.chatId, hit.turnId)}>
      <span className={found.where}>
        <span className={styles.title}>{title}</span>
        <span className={found.when}><RelativeTime at={hit.at} /></span>
      </span>
      <span className={found.excerpt}><Marked pieces={readExcerpt(hit.excerpt)} /></span>
    </button>
  )
}

function Marked({ pieces }: { pieces: readonly ExcerptPiece[] }) {
  return pieces.map((piece, index) => (piece.hit ? <mark key={index} className={found.hit}>{piece.text}</mark> : piece.text))
}
