import { defineConnector } from '../../tools/define-tool.ts'
import type { Connector } from '../../tools/tool.ts'
import { delegate, listCoworkers, type TeamTools } from './team-tools.ts'

/** Work that a run hands to a coworker. */
export const createTeamConnector = (deps: TeamTools): Connector => defineConnector({
  id: 'team',
  label: 'Team',
  startsOff: true,
  deps,
  tools: [listCoworkers, delegate],
  withheld: [
    { what: 'Making, changing or removing a coworker, its tools or its grant', why: 'What a coworker may do without you is what you wrote. No tool writes it.' },
    { what: 'A task that goes on after its run has ended', why: 'A run waits for what it handed over, so that its cost and what it read count for both.' },
    { what: 'Stopping another run', why: 'You stop runs. A run that is stopped stops what it had started.' },
  ],
})
