import type { Route } from '../../route.ts'
import { useRows } from '../../core.tsx'
import { navigate } from '../../navigation.ts'
import { strings } from '../../strings/en.ts'
import { ContentColumn, PageHeader } from '../../ui/app-frame.tsx'
import { RailToggle } from '../../frame-toggles.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { SourceEditor } from './source-editor.tsx'
import { SourceView } from './source-view.tsx'

const words = strings.sources

/** One source, or its editor. */
export function SourcePage({ route }: { route: Extract<Route, { page: 'source' }> }) {
  const rows = useRows('sources.watch', {})
  if (route.id === undefined) return <SourceEditor key="new" source={null} />
  const source = rows?.find(({ sourceId }) => sourceId === route.id)
  if (source !== undefined) return route.edit === undefined ? <SourceView key={source.sourceId} source={source} /> : <SourceEditor key={source.sourceId} source={source} />
  return (
    <>
      <PageHeader leading={<RailToggle />} title={strings.jobs.title} />
      <ContentColumn>
        {rows === null ? <Skeleton label={words.loading} lines={6} /> : <EmptyState title={words.gone.title} action={<Button onClick={() => navigate({ page: 'jobs', tab: 'sources' })}>{words.all}</Button>}>{words.gone.body}</EmptyState>}
      </ContentColumn>
    </>
  )
}
