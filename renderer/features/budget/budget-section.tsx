import { useId, type ReactNode } from 'react'
import { strings } from '../../strings/en.ts'
import styles from './budget.module.css'

export function BudgetSection({ name, children }: { name: keyof typeof strings.budget.sections; children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>{strings.budget.sections[name]}</h2>
      {children}
    </section>
  )
}
