import { ArrowLeft } from 'lucide-react'
import { useRows } from '../../core.tsx'
import { RailToggle } from '../../frame-toggles.tsx'
import { navigate } from '../../navigation.ts'
import { strings } from '../../strings/en.ts'
import { PageHeader } from '../../ui/app-frame.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { PageBody } from '../../ui/page-body.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AgentSettings } from './agent-settings.tsx'
import { ReviewerSettings } from './reviewer-settings.tsx'
import styles from './goals.module.css'

const words = strings.goals.workers

/** Who works on goals, and what a person gives them. */
export function WorkersPage() {
  const workers = useRows('goal-workers.watch', {})?.[0]
  return (
    <>
      <PageHeader leading={<><RailToggle /><IconButton icon={<ArrowLeft aria-hidden="true" />} label={words.back} onClick={() => navigate({ page: 'goals' })} /></>} title={words.title} />
      <PageBody className={styles.page}>
        {workers === undefined ? <Skeleton label={strings.goals.loading} lines={8} /> : (
          <>
            <AgentSettings agent={workers.agent} />
            <ReviewerSettings reviewer={workers.reviewer} />
          </>
        )}
      </PageBody>
    </>
  )
}
