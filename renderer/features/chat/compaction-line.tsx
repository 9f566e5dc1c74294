import type { StoredText } from '../../../shared/stored-text.ts'
import type { CompactionState } from '../../../shared/turn-state.ts'
import { useStoredText } from '../../parts/blob-texts.ts'
import { outsiderWords } from '../../parts/outsider-words.ts'
import { TaintSources } from '../../parts/taint-sources.tsx'
import { strings } from '../../strings/en.ts'
import { Button } from '../../ui/button.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { DrawnText } from '../../ui/drawn-text.tsx'
import { OutsiderText } from '../../ui/outsider-text.tsx'
import styles from './turn.module.css'

const words = strings.chat.compaction

/** Where the model began to read a summary instead of what was said before; nothing, where one was called off. */
export function CompactionLine({ compaction: { ended } }: { compaction: CompactionState }) {
  if (ended === null) return null
  switch (ended.kind) {
    case 'context.compacted': {
      const said = words.made[ended.covered.kind]
      if (ended.body === null) return <p className={styles.quiet}>{said} {words.notKept}</p>
      return (
        <Disclosure summary={<span className={styles.quiet}>{said}</span>}>
          <Summary stored={ended.body.summary} />
          {ended.tainted ? <><p className={styles.quiet}>{words.tainted}</p><TaintSources sources={ended.body.taint} /></> : null}
        </Disclosure>
      )
    }
    case 'compaction.failed': {
      if (ended.how !== 'failed') return null
      const why = ended.body?.message ?? null
      return <p className={styles.quiet}>{words.failed}{why === null ? null : <> <DrawnText text={why} /></>}</p>
    }
  }
}

function Summary({ stored }: { stored: StoredText }) {
  const shown = useStoredText(stored, { wanted: true })
  return (
    <>
      <OutsiderText label={words.from} text={shown.text} words={outsiderWords} />
      {shown.hasFailed ? <p className={styles.quiet}>{strings.chat.loadFailed} <Button size="small" onClick={shown.load}>{strings.chat.tryAgain}</Button></p> : null}
    </>
  )
}
