import { useEffect, useState } from 'react'
import type { ProfileProblem } from '../../../shared/coworker.ts'
import type { GoalAgentProfile } from '../../../shared/goal.ts'
import type { GoalWorkers, GrantedTool } from '../../../shared/goal-operations.ts'
import { useCore } from '../../core.tsx'
import { GrantPicks } from '../../parts/grant/grant-picks.tsx'
import { usePerform } from '../../perform.ts'
import { formatRoute } from '../../route.ts'
import { strings } from '../../strings/en.ts'
import { takeAnswer } from '../../take-answer.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { DrawnText } from '../../ui/drawn-text.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TitledSection } from '../../ui/titled-section.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { useSettled } from '../../use-settled.ts'
import { ModelSelect } from './model-select.tsx'
import styles from './goals.module.css'

const words = strings.goals.workers

/** What a person gives the goal agent beside its own tools. What it would be given is said at once; what keeps it from being saved once that was tried. */
export function AgentSettings({ agent }: { agent: GoalWorkers['agent'] }) {
  const core = useCore()
  const perform = usePerform()
  const toasts = useToasts()
  const [profile, setProfile] = useState<GoalAgentProfile>(agent.profile)
  const [hosts, setHosts] = useState(agent.profile.hosts.join('\n'))
  const [granted, setGranted] = useState<readonly GrantedTool[]>(agent.granted)
  const [problems, setProblems] = useState<readonly ProfileProblem[]>([])
  const settled = useSettled(profile)
  useEffect(() => takeAnswer(core.call('goal-agent.check', { profile: settled }), (answer) => setGranted(answer.granted), () => undefined), [core, settled])
  const sentences = (field: ProfileProblem['field']): readonly string[] => problems.flatMap((problem) => (problem.field === field ? [problem.sentence] : []))
  const hostError = sentences('hosts').join(' ')
  const save = async () => {
    const saved = await perform(() => core.call('goal-agent.save', { profile: { ...profile, hosts: hosts.split(/\s+/u).filter((host) => host !== '') } }))
    if (saved === undefined) return
    setProblems(saved.problems)
    if (saved.problems.length === 0) toasts.show({ title: words.saved })
  }
  const [blocked] = agent.problems
  return (
    <TitledSection title={words.agent} aside={<a className={styles.link} href={formatRoute({ page: 'roles', roleId: 'goal-agent' })}>{words.role}</a>}>
      <p className={styles.note}>{words.agentText}</p>
      {blocked === undefined || problems.length > 0 ? null : <Banner kind="warn" kindLabel={words.blocked} happened={blocked.sentence} kept={words.blockedKept} />}
      <ModelSelect model={profile.model} onModel={(model) => setProfile({ ...profile, model })} />
      <Refusals sentences={sentences('model')} />
      <h3 className={styles.subtitle}>{words.grant}</h3>
      <p className={styles.note}>{words.grantText}</p>
      <GrantPicks label={words.grant} grant={profile.grant} onGrant={(grant) => setProfile({ ...profile, grant })} />
      <Refusals sentences={sentences('grant')} />
      {granted.length === 0 ? (profile.grant === null ? null : <p className={styles.note}>{words.givenNone}</p>) : (
        <>
          <p className={styles.note}>{words.given}</p>
          <ul className={styles.given} aria-label={words.given}>
            {granted.map(({ connectorLabel, title }) => <li key={`${connectorLabel} ${title}`}><DrawnText text={`${connectorLabel} · ${title}`} /></li>)}
          </ul>
        </>
      )}
      <TextArea label={words.hosts} hint={words.hostsHint} minRows={2} maxRows={8} value={hosts} onValueChange={setHosts} {...(hostError === '' ? {} : { error: hostError })} />
      {problems.length === 0 ? null : <Banner kind="warn" kindLabel={strings.frame.warningKind} happened={words.refused(problems.length)} kept={words.refusedKept} />}
      <div className={styles.end}><Button variant="primary" onClick={() => void save()}>{words.save}</Button></div>
    </TitledSection>
  )
}

function Refusals({ sentences }: { sentences: readonly string[] }) {
  return sentences.map((sentence) => <p key={sentence} className={styles.why} role="alert">{sentence}</p>)
}
