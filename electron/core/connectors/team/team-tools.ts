import { z } from 'zod'
import { formatMoney } from '../../../../shared/cap.ts'
import type { CoworkerProfile } from '../../../../shared/coworker.ts'
import { AppError } from '../../../../shared/errors.ts'
import { mayHandWorkTo } from '../../roles/ceiling.ts'
import { defineTool } from '../../tools/define-tool.ts'
import type { ToolContext } from '../../tools/tool.ts'
import { destination, fact, factsView } from '../facts-view.ts'
import { shorten } from '../stored-taint.ts'

/** A coworker as others may know it. */
export interface TeamMember {
  readonly id: string
  readonly name: string
  /** Null: what is stored of it can't be read by this version. */
  readonly profile: CoworkerProfile | null
  /** Titles of the tools that a run of it would have. */
  readonly tools: readonly string[]
}

export interface TeamTools { readonly list: () => readonly TeamMember[] }
type Context = ToolContext<TeamTools>

const LONGEST_ABOUT = 300

export const listCoworkers = defineTool({
  name: 'list_coworkers',
  title: 'List coworkers',
  description: 'Lists the coworkers that you may hand work to: id, name, what each is for, its tools, and what a run of it may cost.',
  input: z.strictObject({}),
  class: 'read',
  summarise: () => 'List coworkers',
  run: async ({ deps, role }: Context) => ({
    coworkers: deps.list().flatMap(({ id, name, profile, tools }) => (profile === null || !mayHandWorkTo(role, id) ? [] : [{
      id, name, about: shorten(profile.instructions, LONGEST_ABOUT), tools: [...tools], most: formatMoney(profile.runBudget),
    }])),
  }),
})

export const delegate = defineTool({
  name: 'delegate',
  title: 'Hand work to a coworker',
  description: 'Starts a run of a coworker with a task, waits until it has ended, and gives what it says last. It knows nothing of this conversation but what you write. It has its own tools, and what it spends is taken from this run’s budget.',
  input: z.strictObject({
    coworker: z.string().min(1).max(64).describe('The id of the coworker, from list_coworkers'),
    task: z.string().trim().min(1).max(20_000).describe('What it should do, and what it should answer with'),
    context: z.string().trim().min(1).max(60_000).optional().describe('What it should know for that'),
  }),
  class: 'write',
  delegates: ({ coworker, task, context }) => ({ to: coworker, task, context: context ?? null }),
  summarise: ({ coworker, task }) => `Hand to ${coworker}: ${shorten(task, 120)}`,
  view: ({ coworker, task, context }, { list }: TeamTools) => {
    const member = list().find(({ id }) => id === coworker)
    const profile = member?.profile ?? null
    return factsView([
      destination('Coworker', member === undefined ? `${coworker} (there is none of that id)` : member.name), fact('Task', task), ...(context === undefined ? [] : [fact('Told beside it', context)]),
      ...(member === undefined || profile === null ? [] : [
        fact('Its tools', member.tools.length === 0 ? 'none' : member.tools.join(', ')),
        fact('Its budget', `${formatMoney(profile.runBudget)} and ${profile.maxTurns} model steps at most, taken from this run`), fact('Its model', profile.model),
      ]),
    ])
  },
  run: async () => { throw new AppError('internal.bug', 'A call that starts a run was run like a tool.') },
})
