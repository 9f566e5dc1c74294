import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { TurnId } from '../../../shared/ids.ts'
import type { TurnNode } from '../../../shared/run-record.ts'
import { strings } from '../../strings/en.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import styles from './turn.module.css'

export interface SiblingSwitchProps {
  /** Oldest first, the shown one among them. */
  siblings: readonly TurnNode[]
  turnId: TurnId
  onShow: (turnId: TurnId) => void
}

/** ‹ 2/3 ›: the versions of one message. The buttons stay where they are at both ends. */
export function SiblingSwitch({ siblings, turnId, onShow }: SiblingSwitchProps) {
  if (siblings.length < 2) return null
  const index = siblings.findIndex((node) => node.turnId === turnId)
  const button = (step: -1 | 1) => {
    const target = siblings[index + step]
    return (
      <IconButton
        size="small"
        icon={step === -1 ? <ChevronLeft aria-hidden="true" /> : <ChevronRight aria-hidden="true" />}
        label={step === -1 ? strings.chat.previousSibling : strings.chat.nextSibling}
        disabled={target === undefined}
        onClick={() => { if (target !== undefined) onShow(target.turnId) }}
      />
    )
  }
  return (
    <div className={styles.siblings} role="group" aria-label={strings.chat.siblings(index + 1, siblings.length)}>
      {button(-1)}
      <span className={styles.count} aria-hidden="true">{index + 1}/{siblings.length}</span>
      {button(1)}
    </div>
  )
}
