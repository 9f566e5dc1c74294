import { useState } from 'react'
import type { ToolClass } from '../../../shared/policy.ts'
import { strings } from '../../strings/en.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/select.tsx'
import styles from './tools.module.css'

export const CLASSES: readonly ToolClass[] = ['read', 'write', 'destructive']

interface BulkClassesProps {
  count: number
  busy: boolean
  onApply: (toolClass: ToolClass) => void
  onClear: () => void
  /** What a class would have meant for the chosen tools lately; null: nobody knows. */
  preview: (toolClass: ToolClass) => string | null
}

/** One class for all chosen tools. The strictest is offered first: a slip then asks too often, never too seldom. */
export function BulkClasses({ count, busy, onApply, onClear, preview }: BulkClassesProps) {
  const [toolClass, setToolClass] = useState<ToolClass>('destructive')
  const words = strings.connectors.bulk
  return (
    <div className={styles.bulk} role="group" aria-label={words.chosen(count)}>
      <span role="status">{words.chosen(count)}</span>
      <Select label={words.class} hideLabel size="small" value={toolClass} onValueChange={setToolClass} options={CLASSES.map((value) => ({ value, label: strings.inbox.classes[value], hint: strings.connectors.classMeans[value] }))} />
      <Button size="small" variant="primary" busy={busy} onClick={() => onApply(toolClass)}>{words.apply}</Button>
      <Button size="small" variant="quiet" onClick={onClear}>{words.clear}</Button>
      <span role="status" className={styles.preview}>{preview(toolClass)}</span>
    </div>
  )
}
