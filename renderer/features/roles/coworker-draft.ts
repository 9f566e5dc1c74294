import { MICROS_PER_DOLLAR } from '../../../shared/cap.ts'
import type { CoworkerProfile, ProfileField, ProfileProblem } from '../../../shared/coworker.ts'
import { typedFigure, typedMicros } from '../../parts/grant/typed-money.ts'

/** A profile while it is written: figures as they are typed. */
export interface CoworkerDraft extends Omit<CoworkerProfile, 'hosts' | FigureField> {
  /** One a line. */
  readonly hosts: string
  readonly figures: Readonly<Record<FigureField, string>>
}

export type FigureField = 'runBudget' | 'maxTurns' | 'maxConcurrentRuns' | 'maxDelegationDepth' | 'maxAttempts'
export const FIGURES: readonly FigureField[] = ['runBudget', 'maxTurns', 'maxConcurrentRuns', 'maxAttempts', 'maxDelegationDepth']

export function toDraft({ hosts, runBudget, maxTurns, maxConcurrentRuns, maxDelegationDepth, maxAttempts, ...profile }: CoworkerProfile): CoworkerDraft {
  return {
    ...profile, hosts: hosts.join('\n'),
    figures: { runBudget: String(runBudget / MICROS_PER_DOLLAR), maxTurns: String(maxTurns), maxConcurrentRuns: String(maxConcurrentRuns), maxDelegationDepth: String(maxDelegationDepth), maxAttempts: String(maxAttempts) },
  }
}

export function toProfile({ hosts, figures, ...draft }: CoworkerDraft): CoworkerProfile {
  return {
    ...draft, hosts: hosts.split(/\s+/).filter((host) => host !== ''), runBudget: typedMicros(figures.runBudget),
    maxTurns: typedFigure(figures.maxTurns), maxConcurrentRuns: typedFigure(figures.maxConcurrentRuns), maxDelegationDepth: typedFigure(figures.maxDelegationDepth), maxAttempts: typedFigure(figures.maxAttempts),
  }
}

/** What is wrong with a field, as one text; undefined: nothing. */
export function errorOf(problems: readonly ProfileProblem[], field: ProfileField): string | undefined {
  const sentences = problems.flatMap((problem) => (problem.field === field ? [problem.sentence] : []))
  return sentences.length === 0 ? undefined : sentences.join(' ')
}
