import type { ReactNode } from 'react'
import { Facts, type Fact } from '../ui/facts.tsx'
import { strings } from '../strings/en.ts'
import styles from './frame.module.css'

export interface StoppedPageProps {
  title: string
  happened: string
  kept: string
  todo: string
  where?: string
  action?: ReactNode
}

/** Fills the window when nothing can go on: what happened, what was kept, what to do. */
export function StoppedPage({ title, happened, kept, todo, where, action }: StoppedPageProps) {
  const words = strings.frame.problem
  const facts: readonly Fact[] = [
    { id: 'happened', label: words.happened, value: happened },
    { id: 'kept', label: words.kept, value: kept },
    { id: 'todo', label: words.todo, value: todo },
    ...(where === undefined ? [] : [{ id: 'where', label: words.where, value: <code className={styles.path}>{where}</code> }]),
  ]
  return (
    <main className={styles.stopped}>
      <div className={styles.sheet} role="alert">
        <img className={styles.mark} src="./favicon.svg" alt="" />
        <h1 className={styles.title}>{title}</h1>
        <Facts stacked facts={facts} />
        {action}
      </div>
    </main>
  )
}
