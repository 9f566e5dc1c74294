import { useEffect, useState } from 'react'
import { ArrowLeft } from 'lucide-react'
import type { CoworkerId, Preset } from '../../../shared/coworker.ts'
import type { WireError } from '../../../shared/errors.ts'
import { useCore, useRows } from '../../core.tsx'
import { RailToggle } from '../../frame-toggles.tsx'
import { navigate } from '../../navigation.ts'
import { ProblemBanner } from '../../parts/problem-banner.tsx'
import { strings } from '../../strings/en.ts'
import { takeAnswer } from '../../take-answer.ts'
import { ContentColumn, PageHeader } from '../../ui/app-frame.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import pageScroller from '../../ui/page-scroller.module.css'
import { CoworkerEditor } from './coworker-editor.tsx'
import { toDraft } from './coworker-draft.ts'
import styles from './roles.module.css'

const words = strings.coworkers

/** Writes a profile: a new one, from a preset or from one that is almost empty, or one that is saved. */
export function CoworkerPage({ id }: { id: CoworkerId | null }) {
  const rows = useRows('coworkers.watch', {})
  const row = rows?.find((known) => known.id === id)
  return (
    <>
      <PageHeader
        leading={<><RailToggle /><IconButton icon={<ArrowLeft aria-hidden="true" />} label={strings.roles.back} onClick={() => navigate({ page: 'roles' })} /></>}
        title={id === null ? words.newTitle : row?.name ?? words.title}
      />
      <div className={pageScroller.scroller}>
        <ContentColumn>
          <div className={styles.page}>
            {id === null ? <FromPreset /> : rows === null ? <Skeleton label={words.loading} lines={8} /> : row === undefined || row.profile === null ? (
              <EmptyState title={strings.roles.gone.title} action={<Button onClick={() => navigate({ page: 'roles' })}>{strings.roles.back}</Button>}>{row?.problems[0]?.sentence ?? strings.roles.gone.body}</EmptyState>
            ) : <CoworkerEditor key={row.id} id={row.id} start={toDraft(row.profile)} />}
          </div>
        </ContentColumn>
      </div>
    </>
  )
}

function FromPreset() {
  const core = useCore()
  const [presets, setPresets] = useState<readonly Preset[] | null>(null)
  const [problem, setProblem] = useState<WireError | null>(null)
  const [chosen, setChosen] = useState<Preset | null>(null)
  useEffect(() => takeAnswer(core.call('coworker.presets', {}), (answer) => setPresets(answer.presets), setProblem), [core])
  if (problem !== null) return <ProblemBanner problem={problem} />
  if (presets === null) return <Skeleton label={words.loading} lines={4} />
  if (chosen !== null) return <CoworkerEditor id={null} start={toDraft(chosen.profile)} />
  return (
    <section className={styles.section} aria-labelledby="coworker-presets">
      <h2 id="coworker-presets" className={styles.title}>{words.presets.title}</h2>
      <p className={styles.note}>{words.presets.text}</p>
      <ul className={styles.list}>
        {presets.map((preset) => (
          <li key={preset.id}>
            <button type="button" className={styles.open} onClick={() => setChosen(preset)}>
              <span className={styles.label}>{preset.title}</span>
              <span className={styles.meta}>{preset.about}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
