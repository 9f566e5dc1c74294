import { formatMoney, isMoney, LEAST_CAPS, type Cap, type PausingCap } from '../../shared/cap.ts'

const number = (count: number): string => count.toLocaleString('en')
const clock = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const timeOf = (at: number): string => clock.format(at)
const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'long' })
const amountOf = (cap: Cap, amount: number): string => (isMoney(cap) ? formatMoney(amount) : number(amount))
const reservedPart = (cap: Cap, reserved: number): readonly string[] => (reserved === 0 ? [] : [`≈ ${amountOf(cap, reserved)} reserved`])
const chats = (count: number): string => (count === 1 ? '1 chat' : `${number(count)} chats`)

type Unit = 'tokens' | 'money'
const inUnit = (unit: Unit, amount: number): string => (unit === 'money' ? formatMoney(amount) : number(amount))

/** The page of caps and spending, and the gauges that stand elsewhere too. */
const NAMES: Readonly<Record<Cap, string>> = { 'tokens-per-day': 'Tokens today', 'runs-per-hour': 'Runs this hour', 'live-runs': 'Runs at once', 'money-per-run': 'Money of one run', 'money-per-day': 'Money today', 'money-per-month': 'Money this month' }

export const budget = {
  title: 'Budget & status',
  nav: 'Budget',
  loading: 'Loading the budget',
  paused: (count: number) => `${chats(count)} paused`,
  warning: (name: string, isFull: boolean) => `${name}: ${isFull ? 'used up' : 'nearly used up'}.`,
  toBudget: 'Open the budget',
  mark: {
    paused: (count: number) => `${chats(count)} paused by a cap`,
    near: (names: string) => `${names}: nearly used up`,
    full: (names: string) => `${names}: used up`,
  },
  sections: { caps: 'Caps', pauses: 'Paused chats', history: 'The last 30 days', spenders: 'Who spent today', tools: 'Tools used today', now: 'Now', connectors: 'Connectors' },
  gauge: {
    names: NAMES,
    inTheWay: { ...NAMES, 'tokens-per-day-and-job': 'Tokens of this job today', 'money-per-day-and-role': 'Money of this role today' } satisfies Readonly<Record<PausingCap, string>>,
    amountOf,
    long: (cap: Cap, used: number, reserved: number, limit: number) => [`${amountOf(cap, used)} used`, ...reservedPart(cap, reserved), `${amountOf(cap, Math.max(0, limit - used - reserved))} left of ${amountOf(cap, limit)}`].join(' · '),
    short: (cap: Cap, used: number, reserved: number, limit: number) => [`${amountOf(cap, used)} of ${amountOf(cap, limit)}`, ...reservedPart(cap, reserved)].join(' · '),
    uncapped: (cap: Cap, used: number, reserved: number) => [`${amountOf(cap, used)} used`, ...reservedPart(cap, reserved), 'no cap'].join(' · '),
    noCap: 'no cap',
    atMost: (limit: number) => `at most ${formatMoney(limit)}`,
    withState: (numbers: string, state: string) => `${numbers} · ${state}`,
    states: {
      'tokens-per-day': { near: 'nearly used up', full: 'used up' },
      'runs-per-hour': { near: 'nearly used up', full: 'used up' },
      'live-runs': { near: 'nearly all taken', full: 'all taken' },
      'money-per-day': { near: 'nearly used up', full: 'used up' },
      'money-per-month': { near: 'nearly used up', full: 'used up' },
    },
  },
  caps: {
    intro: 'Caps bound everything together. Reaching one pauses chats and says so, and they go on by themselves once there is room. What a single run may spend is the one that ends it.',
    means: {
      'tokens-per-day': 'A token is about four letters of text; models are paid by the token.',
      'runs-per-hour': 'A run is one message of yours, worked on until it is answered. The hour slides along.',
      'live-runs': 'Runs that wait for you or for a cap don’t count.',
      'money-per-run': 'No passing of time gives a run more, so it ends here and says so; Continue starts another one.',
      'money-per-day': 'Counted at the prices of each model’s settings, cached tokens at their own. With a cap in money no model runs whose prices nobody entered.',
      'money-per-month': 'Of the calendar’s month, where you are.',
    },
    resetsOn: (at: number) => `Resets on ${day.format(at)}.`,
    uncounted: (steps: number) => (steps === 1 ? '1 step of a model without prices isn’t in it.' : `${number(steps)} steps of models without prices aren’t in it.`),
    resets: (at: number) => `Resets at ${timeOf(at)}.`,
    movesOn: (at: number) => `Moves on at ${timeOf(at)}.`,
    freesUp: 'Frees up whenever a run ends.',
    holds: (count: number) => (count === 1 ? '1 chat waits for room.' : `${number(count)} chats wait for room.`),
    change: 'Change',
    changeLabel: (name: string) => `Change the cap: ${name}`,
    editor: {
      fields: { 'tokens-per-day': 'Tokens per day', 'runs-per-hour': 'Runs per hour', 'live-runs': 'Runs at once', 'money-per-run': 'Dollars per run', 'money-per-day': 'Dollars per day', 'money-per-month': 'Dollars per month' },
      noCap: 'No cap',
      noCapHints: {
        'tokens-per-day': 'Nothing bounds what a day may use then. Chats that go round in circles are stopped only by the limits of each turn.',
        'runs-per-hour': 'As many runs may start as are asked for then.',
        'live-runs': 'Everything that is started works at the same time then.',
        'money-per-run': 'A run may spend whatever its steps cost then.',
        'money-per-day': 'Nothing bounds what a day may cost then.',
        'money-per-month': 'Nothing bounds what a month may cost then.',
      },
      hints: {
        'tokens-per-day': `Short forms such as 500k and 2M will do. A step sets some thousands aside before it starts: below ${number(LEAST_CAPS.tokensPerDay)} not even one could run, and a long chat’s step needs far more.`,
        'runs-per-hour': 'A whole number. More than that wait until the hour has moved on.',
        'live-runs': 'A whole number. More than that wait until another one ends.',
        'money-per-run': `In US dollars, at least ${formatMoney(LEAST_CAPS.moneyPerRun)}. A step sets aside the most that it could cost before it starts.`,
        'money-per-day': `In US dollars, at least ${formatMoney(LEAST_CAPS.moneyPerDay)}. A step sets aside the most that it could cost before it starts.`,
        'money-per-month': `In US dollars, at least ${formatMoney(LEAST_CAPS.moneyPerMonth)}. A step sets aside the most that it could cost before it starts.`,
      },
      effect: {
        pauses: 'It counts at once: paused chats go on if there is room now, and a step that has started is never cut off.',
        ends: 'It counts from each run’s next step on, and a step that has started is never cut off.',
      },
      save: 'Save',
      cancel: 'Cancel',
      saved: (name: string, limit: string | null) => (limit === null ? `${name}: no cap now.` : `${name}: the cap is ${limit} now.`),
      problems: {
        empty: 'Type a number first, or choose no cap.',
        zero: 'With 0 nothing could ever run. To stop what is running, use Stop in its chat.',
        'not-a-number': 'That isn’t a number. Write it in digits, such as 500,000.',
        'not-whole': 'Parts of one can’t be counted here: write a whole number.',
        negative: 'A cap can’t be below zero.',
        'too-fine': 'Money is counted in millionths of a dollar: that has more digits.',
        'too-small': (least: string) => `That is too little for a single step. The smallest cap is ${least}.`,
        'too-large': 'That is more than can be counted. Choose no cap instead.',
      },
    },
  },
  pauses: {
    none: 'None. A chat that reaches a cap is listed here, with what it waits for.',
    loading: 'Loading why it waits',
    unknown: 'A cap is in the way.',
    list: 'Paused chats',
    since: 'paused',
    goesOn: (at: number) => `Goes on by itself at ${timeOf(at)}.`,
    stop: 'Stop',
    stopLabel: (title: string) => `Stop the paused turn of ${title}`,
    elsewhere: (count: number) => (count === 1 ? '1 more waits in a branch that isn’t shown.' : `${number(count)} more wait in branches that aren’t shown.`),
  },
  history: {
    loading: 'Loading what was used',
    retry: 'Try again',
    empty: { title: 'Nothing was used yet', body: 'Every step of a model is counted here, one bar for each day. Start a chat and watch the first one grow.', action: 'Start a chat' },
    unit: 'Count in',
    units: { tokens: 'Tokens', money: 'Money' },
    chart: (unit: Unit, most: number) => `${unit === 'tokens' ? 'Tokens' : 'Money'} of each of the last 30 days, at most ${inUnit(unit, most)} a day. Arrow keys go from day to day.`,
    inUnit,
    amount: (unit: Unit, amount: number) => (unit === 'money' ? formatMoney(amount) : amount === 1 ? '1 token' : `${number(amount)} tokens`),
    uncounted: (steps: number) => (steps === 1 ? '1 step of unknown cost' : `${number(steps)} steps of unknown cost`),
    table: 'The same as a table',
    tableLabel: 'Tokens, money and steps of each day, the newest first',
    columns: { day: 'Day', tokens: 'Tokens', money: 'Money', steps: 'Steps' },
    today: 'Today',
    todayIs: (day: string) => `Today, ${day}`,
    steps: (count: number) => (count === 1 ? '1 step' : `${number(count)} steps`),
    reserved: (unit: Unit, amount: number) => `≈ ${inUnit(unit, amount)} of it reserved`,
    sum: (unit: Unit, amount: number) => `${inUnit(unit, amount)} in 30 days`,
    bar: (day: string, amount: string, steps: string) => `${day}: ${amount}, ${steps}`,
    number,
  },
  spenders: {
    intro: 'From the same count as the gauge above; what is reserved for steps under way is in it.',
    none: 'Nobody has spent anything today.',
    table: 'Who spent tokens today',
    groups: { chat: 'Chats', model: 'Models', role: 'Roles' },
    columns: { who: 'Who', tokens: 'Tokens', share: 'Share of today', money: 'Money' },
    money: (amount: number, uncounted: number) => (uncounted === 0 ? formatMoney(amount) : amount === 0 ? 'unknown' : `${formatMoney(amount)} and more`),
    share: (part: number) => (part > 0 && part < 0.01 ? 'below 1 %' : part < 1 && part > 0.99 ? 'above 99 %' : `${Math.round(part * 100)} %`),
  },
  tools: {
    intro: 'A tool spends no tokens itself: what it returned is part of every later step that is sent it, and no service tells that apart. So its calls are counted, and its results measured.',
    none: 'No tool was called today.',
    table: 'Tools used today',
    columns: { tool: 'Tool', calls: 'Calls', results: 'Results' },
    number,
    letters: (count: number) => (count === 1 ? '1 letter' : `${number(count)} letters`),
  },
  now: {
    running: 'Runs at work',
    questions: 'Open questions',
    noQuestions: 'None',
    openInbox: (count: number) => (count === 1 ? '1 waits in the inbox' : `${number(count)} wait in the inbox`),
    turnsToday: 'Started today',
    model: 'Model of new turns',
    count: number,
  },
  connectors: { list: 'States of the connectors', none: 'There are no connectors yet.' },
} as const
