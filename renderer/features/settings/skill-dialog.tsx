import { useEffect, useEffectEvent, useState } from 'react'
import type { SkillRow } from '../../../shared/skill-record.ts'
import { useCore } from '../../core.tsx'
import { outsiderWords } from '../../parts/outsider-words.ts'
import { usePerform } from '../../perform.ts'
import { strings } from '../../strings/en.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { OutsiderText } from '../../ui/outsider-text.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { usePending } from '../../use-pending.ts'
import styles from './settings.module.css'

const words = strings.skills
const FIRST = 'SKILL.md'

interface SkillDialogProps { skill: SkillRow; onClose: () => void; onApproved: () => void }

/** A skill file by file, as its bytes are. It can be approved once each file was shown. */
export function SkillDialog({ skill, onClose, onApproved }: SkillDialogProps) {
  const core = useCore()
  const perform = usePerform()
  const pending = usePending()
  const [path, setPath] = useState(FIRST)
  const [texts, setTexts] = useState<ReadonlyMap<string, string>>(new Map())
  const close = useEffectEvent(onClose)
  useEffect(() => {
    let isWanted = true
    void perform(() => core.call('skill.read', { source: skill.source, name: skill.name, path })).then((read) => {
      if (!isWanted) return
      // Another one by now: what is approved has to be what was read.
      if (read === undefined || read.digest !== skill.digest) close()
      else setTexts((before) => new Map(before).set(path, read.text))
    })
    return () => { isWanted = false }
  }, [core, perform, skill.source, skill.name, skill.digest, path])
  const text = texts.get(path)
  const left = skill.files.filter((file) => !texts.has(file.path)).length
  const approve = () => pending.run('approve', async () => {
    await core.call('skill.approve', { source: skill.source, name: skill.name, digest: skill.digest })
    onApproved()
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => { if (!open) onClose() }}
      title={skill.name}
      description={skill.description}
      closeLabel={words.close}
      size="large"
      footer={skill.state === 'approved' ? null : (
        <>
          <span className={styles.note}>{left === 0 ? null : words.readAll(left)}</span>
          <Button variant="primary" disabled={left > 0} busy={pending.has('approve')} onClick={approve}>{words.approve}</Button>
        </>
      )}
    >
      <div className={styles.fields}>
        {skill.files.length < 2 ? null : <Select label={words.file} value={path} onValueChange={setPath} options={skill.files.map((file) => ({ value: file.path, label: words.fileOption(file.path, file.length) }))} />}
        {text === undefined ? <Skeleton label={words.loading} lines={6} /> : <OutsiderText key={path} label={path} text={text} words={outsiderWords} startOpen />}
      </div>
    </Dialog>
  )
}
