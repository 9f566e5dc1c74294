import { defineConnector } from '../../tools/define-tool.ts'
import type { Connector } from '../../tools/tool.ts'
import { createJob, deleteJob, JOBS_ID, listJobs, pauseJob, readJobHistory, type JobsTools } from './job-tools.ts'

/** What runs by the clock, as a model may see and propose it. */
export const createJobsConnector = (deps: JobsTools): Connector => defineConnector({
  id: JOBS_ID,
  label: 'Jobs',
  startsOff: true,
  deps,
  tools: [listJobs, readJobHistory, createJob, pauseJob, deleteJob],
  withheld: [
    { what: 'Switching a job on, or running it now', why: 'What runs without you is what you said may run.' },
    { what: 'A job’s hosts, model and daily tokens', why: 'They bound what a run can do, so only you set them.' },
    { what: 'Changing what a job is told', why: 'A job that you looked at stays the one that you looked at. A model proposes another one.' },
  ],
})
