import type { JobRow, JobSchedule, JobState, OccurrenceRow, PreflightTool } from '../../shared/job.ts'

const number = (count: number): string => count.toLocaleString('en')
const unit = (minutes: number): string => {
  if (minutes % 1440 === 0) return minutes === 1440 ? 'day' : `${number(minutes / 1440)} days`
  if (minutes % 60 === 0) return minutes === 60 ? 'hour' : `${number(minutes / 60)} hours`
  return minutes === 1 ? 'minute' : `${number(minutes)} minutes`
}
const times = (count: number): string => (count === 1 ? 'Once' : `${number(count)}${count >= 1000 ? ' or more' : ''} times`)

/** What runs by the clock, and what other programs send. */
export const jobs = {
  title: 'Jobs & webhooks',
  nav: 'Jobs',
  loading: 'Loading the jobs',
  section: 'the jobs',
  list: 'Jobs',
  add: 'New job',
  none: { title: 'No jobs yet', body: 'A job runs by the clock while Gatehouse is open: it looks something up, writes what it found into a chat of its own, and asks before it changes anything.' },
  gone: { title: 'This job isn’t here', body: 'It was deleted, or the link is from another computer.', back: 'All jobs' },
  held: { kind: 'Schedules are off', kept: 'No job starts by itself. Run now still works.', resume: 'Let schedules go on' },
  switch: (name: string) => `${name} starts by itself`,
  schedule: (schedule: JobSchedule) => (schedule.kind === 'every' ? `Every ${unit(schedule.minutes)}` : `${schedule.expression.trim()} · ${schedule.zone}`),
  next: (when: string) => `next ${when}`,
  /** With the zone, since it may not be the reader's. */
  when: (at: number, zone: string) => new Intl.DateTimeFormat('en', { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: zone, timeZoneName: 'shortOffset' }).format(at),
  states: { broken: 'Can’t run', running: 'Running', capped: 'Waits for room', waiting: 'Asks you', scheduled: 'On', paused: 'Off' } satisfies Record<JobState['state'], string>,
  brokenKept: 'No run starts until you edit the job. What it did before stays.',
  byModel: 'written by a model',
  tainted: 'Read outside text',
  actions: { run: 'Run now', edit: 'Edit', remove: 'Delete', openChat: 'Open its chat', answer: 'Answer in the inbox', more: (name: string) => `More for ${name}` },
  started: 'Started.',
  deleted: (name: string) => `Deleted the job “${name}”.`,
  deletedDetail: (seconds: number) => `What it has written stays in its chat. You can undo this for ${seconds} seconds.`,
  undo: 'Undo',
  facts: { coworker: 'Who does it', given: 'What it is given', prompt: 'What it is told', when: 'When', next: 'Next runs', model: 'Model', defaultModel: 'The model of new chats', tools: 'Tools', noTools: 'None', hosts: 'Hosts it may reach after reading outside text', noHosts: 'None without asking', tokens: 'Tokens today', tokensOf: (used: number, limit: number) => `${number(used)} of ${number(limit)}`, catchUp: 'Times that passed unattended', last: 'Last run', never: 'It never ran', off: 'None while it is off', broken: 'None while it can’t run', held: 'None until you let schedules go on' },
  catchUp: { run: 'One run makes up for all of them', skip: 'They are skipped' } satisfies Record<JobRow['catchUp'], string>,
  history: {
    title: 'History', none: 'Nothing yet.', open: 'Show', older: (left: number) => `Show older (${number(left)} more)`,
    what: (row: Pick<OccurrenceRow, 'kind' | 'count' | 'why'>): string => {
      switch (row.kind) {
        case 'on-time': return 'On time'
        case 'by-hand': return 'Started by you'
        case 'catch-up': return row.count === 1 ? 'Made up for a time that had passed' : `Made up for ${number(row.count)} times that had passed`
        case 'overlap': return `${times(row.count)} skipped: the run before was still at work`
        case 'refused': return `${times(row.count)} skipped: ${row.why ?? ''}`
        case 'missed': return `${times(row.count)} skipped: it had passed unattended`
      }
    },
    tokens: (count: number) => `${number(count)} tokens`,
  },
  editor: {
    new: 'New job', edit: (name: string) => `Edit ${name}`, save: 'Save', create: 'Create the job', cancel: 'Cancel', form: 'The job',
    name: 'Name', prompt: 'What is to be done', promptHint: 'Each run starts with this and nothing else. It knows none of your chats.',
    kind: 'When', kinds: { cron: 'At times', every: 'Every so often' }, cron: 'Cron expression', cronHint: 'Minute, hour, day, month, weekday. 30 7 * * MON-FRI is half past seven on workdays.',
    zone: 'Time zone', zoneHint: 'Where clocks are put forward, a skipped time comes right after; where they are put back, a time that is there twice comes once.',
    every: 'Every', units: { minutes: 'minutes', hours: 'hours', days: 'days' }, unit: 'Unit', everyHint: 'Counted from when you save, whatever the clock on the wall does.', everyError: 'A whole number from 1; at most a year in all.',
    coworker: 'Who does it', itself: 'The job itself', itselfHint: 'With the tools below. It asks you before it changes anything, and waits for your answer.', coworkerHint: 'With its own model, tools, hosts and budget. It asks nobody: what would need your word isn’t there for it.',
    model: 'Model', defaultModel: (name: string) => `The model of new chats (${name})`,
    tools: 'Tools', toolsHint: 'It gets these and no others. What deletes is never given to a job.', chosen: (count: number, all: number) => `${number(count)} of ${number(all)}`, noTools: 'No connector has a tool that a job could use.',
    hosts: 'Hosts it may reach after reading outside text', hostsHint: 'One on each line, such as news.example. Anywhere else it asks first.', hostsError: (text: string) => `“${text}” is not a host name.`,
    tokens: 'Tokens a day', tokensError: 'A whole number, such as 200,000.', catchUp: 'Times that pass while Gatehouse is closed or the machine sleeps',
  },
  preflight: {
    title: 'What it would do', checking: 'Looking…', next: 'It would run', none: 'No tools chosen: it can only write an answer.',
    what: { runs: 'Runs', guarded: 'Runs, within hosts', 'by-word': 'By your word', asks: 'Waits for you', absent: 'Not available' } satisfies Record<PreflightTool['what'], string>,
  },
}
