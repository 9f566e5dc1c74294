import { counted } from './counted.ts'

const when = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })
const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(bytes < 10 * 1024 * 1024 ? 1 : 0)} MB`

export const backup = {
  export: {
    title: 'Export everything',
    body: 'A backup is one file with all chats, runs, memories, tasks, notes, goals, jobs, coworkers, settings and your own skills, as they are now. Keys and secrets are never in it. Whoever has the file can read the rest.',
    start: 'Export everything',
    cancel: 'Cancel',
    making: 'Reading the backup',
    fetching: (done: number, of: number) => `${megabytes(done)} of ${megabytes(of)}`,
    done: 'The backup was made.',
    doneDetail: (size: number) => `${megabytes(size)}, with your other downloads. Keep it where nobody else reads it.`,
  },
  import: {
    title: 'Import a backup',
    body: 'A backup takes the place of everything that is here; what is here is kept in a folder beside it. What it would let act comes in switched off.',
    choose: 'Choose a backup',
    sending: 'Reading the file',
    checking: 'Looking through it',
    cancel: 'Cancel',
    unreadable: 'The file can’t be read.',
    unreadableKept: 'Nothing here was changed.',
    waiting: (at: number) => `The backup of ${when.format(at)} takes the place of what is here with the next start.`,
    waitingTodo: 'Close Gatehouse and start it again. What is done until then goes to the folder of what was here before.',
    takeBack: 'Take it back',
    takenBack: 'Nothing is imported.',
  },
  review: {
    title: 'Import this backup?',
    made: 'Made',
    madeBy: (at: number, version: string) => `${when.format(at)}, by Gatehouse ${version}`,
    holds: 'Holds',
    counts: (counts: Readonly<Record<'chats' | 'runs' | 'memories' | 'tasks' | 'notes' | 'goals' | 'jobs' | 'coworkers' | 'sources' | 'webhooks' | 'skills', number>>) => [
      counted(counts.chats, 'chat', 'chats'), counted(counts.runs, 'run', 'runs'), counted(counts.memories, 'memory', 'memories'), counted(counts.tasks, 'task', 'tasks'), counted(counts.notes, 'note', 'notes'), counted(counts.goals, 'goal', 'goals'),
      counted(counts.jobs, 'job', 'jobs'), counted(counts.coworkers, 'coworker', 'coworkers'), counted(counts.sources, 'source', 'sources'), counted(counts.webhooks, 'webhook', 'webhooks'), counted(counts.skills, 'skill', 'skills'),
    ].filter((part) => !part.startsWith('0 ')).join(', ') || 'Nothing yet',
    connectors: 'Connectors',
    models: 'Models',
    builtIn: 'on this machine',
    keyKept: 'with the key it has here',
    keyNeeded: 'its key has to be given again',
    records: 'Records',
    recordsHold: 'All are as they were stored.',
    off: 'Comes in switched off',
    offBody: 'Connectors, jobs, webhooks and sources. Classes of tools, approvals given ahead, approved skills, hosts you permitted, the workspace and the chosen model have to be given again.',
    openRuns: (runs: number) => `${counted(runs, 'run that was', 'runs that were')} open when it was made ${runs === 1 ? 'ends' : 'end'}: nothing of ${runs === 1 ? 'it' : 'them'} goes on.`,
    replaces: 'Everything that is here makes room for it with the next start. It is kept, in a folder named before-import beside the data.',
    confirm: 'Import at the next start',
    cancel: 'Cancel',
    close: 'Close',
  },
}
