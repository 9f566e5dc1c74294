import type { ReactNode } from 'react'
import type { MemoryRow } from '../../../shared/stored-record.ts'
import { StoredOriginWords } from '../../parts/stored-origin.tsx'
import { TaintMark } from '../../parts/taint-mark.tsx'
import { strings } from '../../strings/en.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import styles from './stored-row.module.css'

const words = strings.memory

interface StoredFactsProps {
  row: Pick<MemoryRow, 'createdAt' | 'updatedAt' | 'origin' | 'taint'>
  reachable: boolean
  /** Its last change is told by `children`. */
  hideChange?: boolean
  /** Before when and by whom. */
  children?: ReactNode
}

/** When, by whom, and after reading what. */
export function StoredFacts({ row, reachable, hideChange = false, children }: StoredFactsProps) {
  return (
    <div className={styles.facts}>
      {row.taint.length === 0 ? null : <TaintMark sources={row.taint} reachable={reachable} />}
      {children}
      <span>{words.written} <RelativeTime at={row.createdAt} /></span>
      {hideChange || row.updatedAt === row.createdAt ? null : <span>{words.changed} <RelativeTime at={row.updatedAt} /></span>}
      <StoredOriginWords origin={row.origin} reachable={reachable} />
    </div>
  )
}
