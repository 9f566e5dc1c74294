import { formatMoney } from '../../../shared/cap.ts'
import type { GoalWorkers } from '../../../shared/goal-operations.ts'
import { useCore } from '../../core.tsx'
import { formatRoute } from '../../route.ts'
import { strings } from '../../strings/en.ts'
import { Banner } from '../../ui/banner.tsx'
import { Gauge, GaugeLine } from '../../ui/gauge.tsx'
import { TitledSection } from '../../ui/titled-section.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { usePending } from '../../use-pending.ts'
import { ModelSelect } from './model-select.tsx'
import styles from './goals.module.css'

const words = strings.goals.workers

/** Its model, and what it has cost today: nothing else can be given to it. */
export function ReviewerSettings({ reviewer: { profile, problem, spentToday, perDay } }: { reviewer: GoalWorkers['reviewer'] }) {
  const core = useCore()
  const pending = usePending()
  const toasts = useToasts()
  return (
    <TitledSection title={words.reviewer} aside={<a className={styles.link} href={formatRoute({ page: 'roles', roleId: 'goal-reviewer' })}>{words.role}</a>}>
      <p className={styles.note}>{words.reviewerText}</p>
      {problem === null ? null : <Banner kind="warn" kindLabel={strings.goals.reviews.kind} happened={problem} kept={strings.goals.reviews.kept} />}
      <ModelSelect
        model={profile.model}
        disabled={pending.has('model')}
        onModel={(model) => pending.run('model', async () => {
          await core.call('goal-reviewer.save', { profile: { model, tools: [], grant: null, maxDelegationDepth: 0 } })
          toasts.show({ title: words.savedReviewer })
        })}
      />
      {spentToday === null ? <GaugeLine label={words.spent} text={words.unknown} /> : <Gauge label={words.spent} used={spentToday} limit={perDay} text={words.spentOf(formatMoney(spentToday), formatMoney(perDay))} tone={spentToday >= perDay ? 'over' : 'normal'} />}
    </TitledSection>
  )
}
