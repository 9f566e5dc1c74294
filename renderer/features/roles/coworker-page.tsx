import { useState } from 'react'
import { ArrowLeft } from 'lucide-react'
import type { CoreClient } from '../../../shared/contract.ts'
import type { CoworkerId, Preset } from '../../../shared/coworker.ts'
import { useRows } from '../../core.tsx'
import { RailToggle } from '../../frame-toggles.tsx'
import { navigate } from '../../navigation.ts'
import { ProblemBanner } from '../../parts/problem-banner.tsx'
import { strings } from '../../strings/en.ts'
import { PageHeader } from '../../ui/app-frame.tsx'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { PageBody } from '../../ui/page-body.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TitledSection } from '../../ui/titled-section.tsx'
import { useReadOnce } from '../../use-read-once.ts'
import { CoworkerEditor } from './coworker-editor.tsx'
import { toDraft } from './coworker-draft.ts'
import framed from '../../ui/framed-list.module.css'
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
      <PageBody className={styles.page}>
        {id === null ? <FromPreset /> : rows === null ? <Skeleton label={words.loading} lines={8} /> : row === undefined || row.profile === null ? (
          <EmptyState title={strings.roles.gone.title} action={<Button onClick={() => navigate({ page: 'roles' })}>{strings.roles.back}</Button>}>{row?.problems[0]?.sentence ?? strings.roles.gone.body}</EmptyState>
        ) : <CoworkerEditor key={row.id} id={row.id} start={toDraft(row.profile)} />}
      </PageBody>
    </>
  )
}

const askForPresets = (core: CoreClient) => core.call('coworker.presets', {})

function FromPreset() {
  const { found, problem } = useReadOnce(askForPresets)
  const [chosen, setChosen] = useState<Preset | null>(null)
  if (problem !== null) return <ProblemBanner problem={problem} />
  if (found === null) return <Skeleton label={words.loading} lines={4} />
  if (chosen !== null) return <CoworkerEditor id={null} start={toDraft(chosen.profile)} />
  return (
    <TitledSection title={words.presets.title}>
      <p className={styles.note}>{words.presets.text}</p>
      <ul className={framed.list}>
        {found.presets.map((preset) => (
          <li key={preset.id}>
            <button type="button" className={classes(framed.open, styles.open)} onClick={() => setChosen(preset)}>
              <span className={styles.label}>{preset.title}</span>
              <span className={styles.meta}>{preset.about}</span>
            </button>
          </li>
        ))}
      </ul>
    </TitledSection>
  )
}
