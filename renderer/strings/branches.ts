import { formatMoney } from '../../shared/cap.ts'

const number = (count: number): string => count.toLocaleString('en')

/** Going on from a step of a run with something changed, and looking at both side by side. */
export const branches = {
  label: 'Branches of this run',
  from: (step: number) => `Branch from step ${number(step)}`,
  compare: 'Compare',
  with: 'Compare with',
  close: 'Close',
  /** Says what a branch is, above its steps. */
  about: (step: number, mode: 'guarded' | 'live') => (mode === 'guarded' ? `A branch, from step ${number(step)} on. Only reads run; what else the run it came from did is taken from its record.` : `Goes on from step ${number(step)} of a branch, live, with the call that you let through.`),
  changed: (changes: readonly string[]) => `Changed: ${changes.join(', ')}.`,
  changes: { model: 'the model', system: 'the system prompt', message: 'your message', results: 'results', classes: 'classes', descriptions: 'what tools say of themselves' },
  origin: 'Show where it came from',
  stopped: 'The branch stopped',
  letThrough: 'Let this call through',
  letThroughHint: 'It goes to the gate and asks you, in a turn of its own beside this one.',
  dialog: {
    title: 'Branch from here',
    about: 'Everything before that step is taken over, and the run itself stays as it is. In the branch only tools that read run; any other call takes its recorded result, or the branch stops.',
    step: 'From step',
    stepOption: (step: number) => `Step ${number(step)}`,
    model: 'Model',
    message: 'Your message',
    system: 'System prompt',
    systemHint: 'Empty: Gatehouse’s own.',
    results: 'Change a result',
    result: (name: string, position: string) => `What ${name} gave (call ${position})`,
    classes: 'Tighten a class',
    toolClass: (name: string) => `Class of ${name}`,
    classNames: { read: 'read', write: 'write', destructive: 'destructive' },
    start: 'Start the branch',
    cancel: 'Cancel',
  },
  side: {
    label: 'Both runs',
    back: 'Back to the run',
    loading: 'Loading both runs',
    heading: (index: number, isBranch: boolean) => `${index === 0 ? 'This run' : 'The other run'}${isBranch ? ', a branch' : ''}`,
    steps: 'Steps', calls: 'Calls', tokens: 'Tokens', cost: 'Cost', model: 'Model', status: 'How it ended',
    money: (money: number | null) => (money === null ? 'unknown' : formatMoney(money)),
    step: (step: number, own: boolean) => `Step ${number(step)}${own ? '' : ', taken over'}`,
    none: 'Nothing at this step',
    noText: 'No text',
    gone: 'A text that is no longer kept',
    arguments: 'Arguments', result: 'Result',
    same: 'same call', different: 'not in the other run',
    recorded: 'taken from the record',
  },
} as const
