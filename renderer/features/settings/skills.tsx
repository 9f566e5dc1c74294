import { useEffect, useState } from 'react'
import type { Output } from '../../../shared/contract.ts'
import type { WireError } from '../../../shared/errors.ts'
import type { SkillRow } from '../../../shared/skill-record.ts'
import { useCore } from '../../core.tsx'
import { ProblemBanner } from '../../parts/problem-banner.tsx'
import { strings } from '../../strings/en.ts'
import { takeAnswer } from '../../take-answer.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { DrawnText } from '../../ui/drawn-text.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { usePending } from '../../use-pending.ts'
import { SettingsSection } from './settings-section.tsx'
import { SkillDialog } from './skill-dialog.tsx'
import hidden from '../../ui/hidden.module.css'
import styles from './settings.module.css'

const words = strings.skills
const TONES: Readonly<Record<SkillRow['state'], Tone>> = { approved: 'ok', new: 'neutral', changed: 'asks', unusable: 'destructive' }

export function Skills() {
  const core = useCore()
  const pending = usePending()
  const [found, setFound] = useState<Output<'skill.list'> | null>(null)
  const [problem, setProblem] = useState<WireError | null>(null)
  const [opened, setOpened] = useState<SkillRow | null>(null)
  useEffect(() => takeAnswer(core.call('skill.list', {}), setFound, setProblem), [core])
  const look = async () => setFound(await core.call('skill.list', {}))
  const columns: readonly Column<SkillRow>[] = [
    {
      id: 'skill', header: words.skill, rowHeader: true,
      cell: (row) => <span className={styles.named}><strong><DrawnText text={row.name} /></strong> <span className={styles.note}><DrawnText text={row.problem ?? row.description} /></span></span>,
    },
    { id: 'from', header: words.from, cell: (row) => words.sources[row.source] },
    { id: 'state', header: words.state, cell: (row) => <Badge tone={TONES[row.state]}>{words.states[row.state]}</Badge> },
    {
      id: 'act', header: <span className={hidden.text}>{words.act}</span>, align: 'end',
      cell: (row) => row.state === 'unusable' ? null : (
        <span className={styles.actions}>
          <Button size="small" aria-label={words.readLabel(row.name)} onClick={() => setOpened(row)}>{words.read}</Button>
          {row.state === 'approved' ? (
            <Button
              size="small"
              busy={pending.has(row.name)}
              aria-label={words.withdrawLabel(row.name)}
              onClick={() => pending.run(row.name, async () => {
                await core.call('skill.withdraw', { source: row.source, name: row.name })
                await look()
              })}
            >
              {words.withdraw}
            </Button>
          ) : null}
        </span>
      ),
    },
  ]
  return (
    <SettingsSection id="skills">
      <p className={styles.note}>{words.intro}</p>
      {problem === null ? null : <ProblemBanner problem={problem} />}
      {found === null ? (problem === null ? <Skeleton label={words.loading} lines={3} /> : null) : (
        <>
          <Table caption={words.caption} columns={columns} groups={[{ id: 'all', rows: found.skills }]} rowKey={(row) => `${row.source} ${row.name}`} />
          <div className={styles.line}>
            <span className={styles.path}>{words.folder} {found.folder} <CopyButton text={found.folder} label={strings.chat.copy} copiedLabel={strings.chat.copied} failedLabel={strings.chat.copyFailed} /></span>
            <Button size="small" busy={pending.has('look')} onClick={() => pending.run('look', look)}>{words.look}</Button>
          </div>
        </>
      )}
      {opened === null ? null : <SkillDialog skill={opened} onClose={() => { setOpened(null); pending.run('look', look) }} onApproved={() => { setOpened(null); pending.run('look', look) }} />}
    </SettingsSection>
  )
}
