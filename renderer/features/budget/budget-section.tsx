import type { ReactNode } from 'react'
import { strings } from '../../strings/en.ts'
import { TitledSection } from '../../ui/titled-section.tsx'

export function BudgetSection({ name, children }: { name: keyof typeof strings.budget.sections; children: ReactNode }) {
  return <TitledSection title={strings.budget.sections[name]}>{children}</TitledSection>
}
