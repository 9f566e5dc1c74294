import { useState } from 'react'
import { GitCompareArrows } from 'lucide-react'
import { toWireError, type WireError } from '../../../shared/errors.ts'
import type { TurnId } from '../../../shared/ids.ts'
import type { RunCheck } from '../../../shared/replay.ts'
import { useCore } from '../../core.tsx'
import { outsiderWords } from '../../parts/outsider-words.ts'
import { ProblemBanner } from '../../parts/problem-banner.tsx'
import { strings } from '../../strings/en.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { DiffView } from '../../ui/diff-view.tsx'
import { DrawnText } from '../../ui/drawn-text.tsx'
import styles from './run-check.module.css'

const words = strings.lookBack.check

interface Asked { readonly busy: boolean; readonly found: RunCheck | null; readonly problem: WireError | null }

/** Compares the run with what the code and the tools of today would do. It changes nothing, and stays until it is asked again. */
export function RunCheckPanel({ turnId, onShow }: { turnId: TurnId; onShow: (seq: number) => void }) {
  const core = useCore()
  const [{ busy, found, problem }, setAsked] = useState<Asked>({ busy: false, found: null, problem: null })
  const ask = () => {
    setAsked((now) => ({ ...now, busy: true }))
    core.call('run.check', { turnId }).then(
      (check) => setAsked({ busy: false, found: check, problem: null }),
      (error: unknown) => setAsked({ busy: false, found: null, problem: toWireError(error) }),
    )
  }
  return (
    <div className={styles.check} role="region" aria-label={words.label}>
      <div className={styles.ask}>
        <Button size="small" busy={busy} icon={<GitCompareArrows aria-hidden="true" />} onClick={ask}>{found === null ? words.button : words.again}</Button>
        <span className={styles.quiet}>{words.hint}</span>
      </div>
      {problem === null ? null : <ProblemBanner problem={problem} />}
      {found === null ? null : <Found found={found} onShow={onShow} />}
    </div>
  )
}

function Found({ found, onShow }: { found: RunCheck; onShow: (seq: number) => void }) {
  const left = found.leftOut.length === 0 ? {} : { todo: found.leftOut.join(' ') }
  switch (found.state) {
    case 'agrees': return <Banner kind="info" kindLabel={words.label} happened={words.agrees(found.events, found.steps)} {...left} />
    case 'not-kept': return <Banner kind="warn" kindLabel={words.label} happened={words.notKept} kept={found.sentence} {...left} />
    case 'changed': {
      const { change } = found
      return (
        <>
          <Banner
            kind="warn"
            kindLabel={words.label}
            happened={<><code>{words.code}</code> <DrawnText text={words.changed(change.sentence, change.seq, change.position)} /></>}
            kept={words.changedKept(found.events)}
            actions={<Button size="small" onClick={() => onShow(change.seq)}>{words.show}</Button>}
          />
          <DiffView label={words.difference} before={change.old} after={change.new} words={outsiderWords} />
        </>
      )
    }
  }
}
