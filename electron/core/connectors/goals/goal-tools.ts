import { z } from 'zod'
import { GoalState, LONGEST_PROGRESS_NOTE } from '../../../../shared/goal.ts'
import { ConnectorId } from '../../../../shared/ids.ts'
import type { TaintSource } from '../../../../shared/taint.ts'
import type { Goal } from '../../goals/goal.ts'
import type { GoalStore } from '../../goals/goal-store.ts'
import { defineTool } from '../../tools/define-tool.ts'
import type { ToolContext } from '../../tools/tool.ts'
import { fact, factsView } from '../facts-view.ts'
import { noteStored, shorten, writingOf } from '../stored-taint.ts'

export interface GoalsTools { readonly goals: GoalStore; readonly now: () => number }
type Context = ToolContext<GoalsTools>

export const GOALS_ID = ConnectorId.parse('goals')
/** UTF-16 units of one text in a result. */
const PART_LENGTH = 4000
const SHOWN_NOTES = 30
const SHOWN_REVIEWS = 3

const goalId = z.int().positive().describe('The number of the goal')

export const listGoals = defineTool({
  name: 'list_goals',
  title: 'List goals',
  description: 'Lists goals with number, title, state, and how many steps of the plan are done. A goal is read with read_goal.',
  input: z.strictObject({ state: z.enum([...GoalState.options, 'all']).default('open'), limit: z.int().min(1).max(100).default(50), offset: z.int().min(0).max(100_000).default(0).describe('How many to leave out, for the next page') }),
  class: 'read',
  summarise: ({ state }) => `List ${state} goals`,
  run: async ({ deps: { goals } }: Context, { state, limit, offset }) => {
    const found = goals.list().filter((goal) => state === 'all' || goal.state === state)
    const shown = found.slice(offset, offset + limit)
    return {
      goals: shown.map(({ id, title, state: now }) => {
        const { steps, done } = goals.standing(id)
        return { id, title, state: now, steps, done }
      }),
      ...(found.length > offset + limit ? { note: `There are more than these ${limit}. Ask with offset ${offset + limit} to go on.` } : {}),
    }
  },
})

export const readGoal = defineTool({
  name: 'read_goal',
  title: 'Read a goal',
  description: 'Reads one goal: what it is for, the steps of its plan with their states and results, notes and reviews. Results and reviews were written by models that nobody watched.',
  input: z.strictObject({ id: goalId }),
  class: 'read',
  summarise: ({ id }) => `Read goal ${id}`,
  run: async (context: Context, { id }) => {
    const { goals } = context.deps
    const goal = goals.get(id)
    const read: { readonly what: string; readonly taint: readonly TaintSource[] }[] = []
    const text = (whole: string, what: string, taint: readonly TaintSource[]): string => {
      read.push({ what: `${what} of the goal ${shorten(goal.title, 60)}`, taint })
      return whole.length <= PART_LENGTH ? whole : `${whole.slice(0, PART_LENGTH).toWellFormed()} … (${whole.length - PART_LENGTH} more characters are on the Goals page)`
    }
    const notes = goals.progress.notes(id)
    const reviews = goals.progress.reviews(id).filter((review) => review.text !== null)
    const result = {
      id, title: goal.title, state: goal.state, purpose: goal.purpose,
      plan: goals.plan.steps(id).map((step, index) => {
        const last = goals.plan.attempts(step.id).at(-1)
        return { step: index + 1, text: step.text, state: step.state, ...(last === undefined || last.answer === null || last.answer === '' ? {} : { result: text(last.answer, `the result of step ${index + 1}`, last.taint) }) }
      }),
      notes: notes.slice(0, SHOWN_NOTES).map((note) => ({ text: text(note.text, 'a note', note.taint), by: note.origin === null ? 'the person' : 'a model', at: new Date(note.createdAt).toISOString() })),
      reviews: reviews.slice(0, SHOWN_REVIEWS).map((review) => ({ text: text(review.text ?? '', 'a review', review.taint), at: new Date(review.at).toISOString() })),
      ...(notes.length > SHOWN_NOTES ? { note: `Older notes are on the Goals page: ${notes.length - SHOWN_NOTES} more.` } : {}),
    }
    noteStored(context, { connectorId: GOALS_ID, tool: 'read_goal', now: context.deps.now() }, read)
    return result
  },
})

export const addProgressNote = defineTool({
  name: 'add_progress_note',
  title: 'Note progress on a goal',
  description: 'Adds a note to a goal, beside the person’s own. It changes neither the plan nor a state.',
  input: z.strictObject({ id: goalId, text: z.string().min(1).max(LONGEST_PROGRESS_NOTE).regex(/\S/, 'needs a visible character') }),
  class: 'write',
  summarise: ({ id, text }) => `Note on goal ${id}: ${shorten(text.replaceAll(/\s+/g, ' '), 80)}`,
  view: ({ id, text }, { goals }: GoalsTools) => factsView([fact('Goal', titleOf(goals.find(id), id)), fact('Note', text)]),
  run: async (context: Context, { id, text }) => {
    const { goals, now } = context.deps
    goals.get(id)
    return { id: goals.progress.addNote(id, text, writingOf(context, now())).id, added: true }
  },
})

const titleOf = (goal: Goal | null, id: number): string => goal?.title ?? `${id} (there is no such goal)`
