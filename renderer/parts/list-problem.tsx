import { Button } from '../ui/button.tsx'
import type { PageList } from '../use-page-list.ts'
import { ProblemBanner } from './problem-banner.tsx'

interface ListProblemProps<Row> {
  list: PageList<Row>
  words: { readonly failed: string; readonly retry: string }
  className: string | undefined
}

/** A list that could not be read, above what is known of it. */
export function ListProblem<Row>({ list: { view, pages }, words, className }: ListProblemProps<Row>) {
  const { problem } = view
  if (problem === null) return null
  return (
    <div className={className}>
      <ProblemBanner
        problem={{ ...problem, message: `${words.failed} ${problem.message}` }}
        actions={<Button size="small" onClick={() => void pages.refresh(false)}>{words.retry}</Button>}
      />
    </div>
  )
}
