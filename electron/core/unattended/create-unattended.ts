import type { SeatedEvent } from '../../../shared/turn-event.ts'
import type { TurnState } from '../../../shared/turn-state.ts'
import { unattendedProblem } from '../operator/apply-operator.ts'
import { createInbound, type InboundPorts } from './create-inbound.ts'
import { createJobs, type Jobs, type JobsPorts } from './jobs.ts'
import type { Sources } from './sources/sources.ts'
import type { Webhooks } from './webhooks/webhooks.ts'

type JobParts = Pick<JobsPorts, 'store' | 'edits' | 'hold' | 'roleOf' | 'checkCoworker'>
type SourceParts = Pick<InboundPorts, 'store' | 'roleOf'>

export type UnattendedPorts = Omit<JobsPorts, keyof JobParts | 'withheld'> & Omit<InboundPorts, keyof SourceParts | 'withheld'> & {
  readonly jobs: JobParts
  readonly sources: SourceParts
}

export interface Unattended {
  readonly jobs: Jobs
  readonly sources: Sources
  readonly webhooks: Webhooks
  /** For the core's listener. */
  readonly appended: (state: TurnState, seated: readonly SeatedEvent[]) => void
  /** Once everything that was left open is taken over. */
  readonly start: () => Promise<void>
  readonly close: () => Promise<void>
}

/** What runs without a person: by the clock, and by what comes from outside. */
export function createUnattended({ jobs: jobParts, sources: sourceParts, ...ports }: UnattendedPorts): Unattended {
  const withheld = (): string | null => unattendedProblem(ports.operator)
  const jobs = createJobs({ ...ports, ...jobParts, withheld })
  const { sources, webhooks } = createInbound({ ...ports, ...sourceParts, withheld })
  return {
    jobs, sources, webhooks,
    appended: (state, seated) => {
      jobs.appended(state, seated)
      sources.appended(state, seated)
    },
    start: () => {
      jobs.start()
      sources.start()
      return webhooks.start()
    },
    close: () => {
      jobs.close()
      sources.close()
      return webhooks.close()
    },
  }
}
