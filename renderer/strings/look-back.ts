const number = (count: number): string => count.toLocaleString('en')
const counted = (count: number, one: string, many: string): string => (count === 1 ? `1 ${one}` : `${number(count)} ${many}`)

/** What recorded runs would be today, or under other rules. */
export const lookBack = {
  check: {
    button: 'Check against today',
    again: 'Check again',
    hint: 'Feeds what was recorded back through the code and the tools of today. Nothing is run or sent.',
    label: 'Check of this run',
    agrees: (events: number, steps: number) => `Agrees: the code and the tools of today would do the same in all ${counted(events, 'event', 'events')} and ${counted(steps, 'step', 'steps')}.`,
    changed: (sentence: string, seq: number, position: string | null) => `Differs at event ${number(seq)}${position === null ? '' : `, call ${position}`}. ${sentence}`,
    changedKept: (events: number) => (events === 0 ? 'Nothing before it could differ.' : `The ${counted(events, 'event', 'events')} before it agree. The run itself is as it was.`),
    notKept: 'This run can’t be checked any further.',
    difference: 'Then and today',
    show: 'Show that event',
    code: 'replay_input_changed',
  },
} as const
