import type { GoalView, PlanStep } from '../../../shared/goal.ts'
import type { TaintSource } from '../../../shared/taint.ts'
import { fenced, isoTime, jsonFile, markdownDocument, quoted } from './export-text.ts'

/** Every goal with all that belongs to it: as Markdown to read, or as JSON with origins and taint. */
export function exportGoals(goals: readonly GoalView[], format: 'markdown' | 'json'): { readonly fileName: string; readonly content: string } {
  if (format === 'json') {
    const kept = goals.map(({ live: _live, agentProblem: _agentProblem, plan, ...goal }) => ({ ...goal, plan: plan.map(({ problem: _problem, ...step }) => step) }))
    return jsonFile('goals', { goals: kept })
  }
  return { fileName: 'goals.md', content: markdownDocument('Goals', goals.map(goalMarkdown)) }
}

function goalMarkdown({ id, title, purpose, state, createdAt, plan, notes, reviews }: GoalView): string {
  return [
    `## Goal ${id}`, `- State: ${state}\n- Made: ${isoTime(createdAt)}`, fenced(title), ...(purpose === '' ? [] : [fenced(purpose)]),
    ...(plan.length === 0 ? [] : ['### Plan', ...plan.flatMap(stepMarkdown)]),
    ...(notes.length === 0 ? [] : ['### Notes', ...notes.flatMap(({ text, createdAt: at, origin, taint }) => [`- ${isoTime(at)}, by ${origin.kind === 'person' ? 'you' : 'a model'}${read(taint)}`, fenced(text)])]),
    ...(reviews.length === 0 ? [] : ['### Reviews', ...reviews.flatMap(({ at, text, why, taint }) => [`- ${isoTime(at)}, by a model${read(taint)}${why === null ? '' : `: ${quoted(why)}`}`, ...(text === null ? [] : [fenced(text)])])]),
  ].join('\n\n')
}

const stepMarkdown = ({ text, state, attempts }: PlanStep, index: number): readonly string[] => [
  `${index + 1}. ${state}`, fenced(text),
  ...attempts.flatMap(({ number, endedAt, answer, why, taint }) => [`- Attempt ${number} by the goal agent${endedAt === null ? ', at work' : `, ended ${isoTime(endedAt)}`}${read(taint)}${why === null ? '' : `: ${quoted(why)}`}`, ...(answer === null || answer === '' ? [] : [fenced(answer)])]),
]

const read = (taint: readonly TaintSource[]): string => (taint.length === 0 ? '' : `, written after reading text from outside: ${taint.map(({ label }) => quoted(label)).join('; ')}`)
