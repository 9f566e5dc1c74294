import { defineConnector } from '../../tools/define-tool.ts'
import type { Connector } from '../../tools/tool.ts'
import { addProgressNote, GOALS_ID, listGoals, readGoal, type GoalsTools } from './goal-tools.ts'

/** What a model may see of goals, and note about them. */
export const createGoalsConnector = (deps: GoalsTools): Connector => defineConnector({
  id: GOALS_ID,
  label: 'Goals',
  startsOff: true,
  deps,
  tools: [listGoals, readGoal, addProgressNote],
  withheld: [
    { what: 'Making, changing, closing or deleting a goal', why: 'A goal is what you want, so its words and its state are yours.' },
    { what: 'Writing or reordering a plan', why: 'The goal agent does what the plan says with nobody there, so the plan is yours.' },
    { what: 'Starting or stopping a step', why: 'A run without you starts by your word, one step at a time.' },
    { what: 'What the goal agent is given', why: 'A grant is a person’s to write; no tool can, in any role.' },
    { what: 'Asking for a review, changing one, or deleting what was noted', why: 'What was written on the way stays as it was for you to judge.' },
  ],
})
