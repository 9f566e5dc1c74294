import { Shield } from 'lucide-react'
import type { TaintSource } from '../../shared/taint.ts'
import { strings } from '../strings/en.ts'
import { Button } from '../ui/button.tsx'
import { Popover } from '../ui/popover.tsx'
import { TaintSources } from './taint-sources.tsx'
import styles from './taint-chip.module.css'

export interface TaintChipProps {
  sources: readonly TaintSource[]
  onNewChat: () => void
  /** Left out when nothing came before the taint. */
  onGoBack?: () => void
}

/** Says that a chat has read outside text, what it was, and the two ways out. */
export function TaintChip({ sources, onNewChat, onGoBack }: TaintChipProps) {
  const words = strings.chat.taint
  return (
    <Popover
      title={words.title}
      trigger={
        <button type="button" className={styles.chip}>
          <Shield aria-hidden="true" />
          {words.chip(sources.length)}
        </button>
      }
    >
      <div className={styles.body}>
        <p>{words.text}</p>
        <h3 className={styles.heading}>{words.sources}</h3>
        <TaintSources sources={sources} />
        <div className={styles.actions}>
          <Button size="small" onClick={onNewChat}>{words.newChat}</Button>
          {onGoBack === undefined ? null : <Button size="small" onClick={onGoBack}>{words.goBack}</Button>}
        </div>
        {onGoBack === undefined ? null : <p className={styles.hint}>{words.goBackHint}</p>}
      </div>
    </Popover>
  )
}
