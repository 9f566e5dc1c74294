import type { OutcomeAnswer, TurnEventKind } from '../../shared/turn-event.ts'
import type { CallPoint, CommitPoint, KillPoint } from './kill-point.ts'
import type { Case } from './play-case.ts'
import { between, pick, type Random } from './random.ts'
import type { ScenarioName } from './scenarios.ts'

/** A place in a run where its core is killed, and a turn that passes it. */
export interface Boundary { readonly name: string; readonly makeCase: (random: Random) => Case }

const ALL_SETTLES: readonly OutcomeAnswer[] = ['check', 'happened', 'run-again', 'skip']

interface Told { readonly points: readonly KillPoint[]; readonly settles?: readonly OutcomeAnswer[]; readonly capture?: Case['capture'] }

/** Of a run whose texts went there can be no branch. */
const LEVELS_OF: Partial<Record<ScenarioName, readonly Case['capture'][]>> = { branching: ['io', 'full'] }

const makeCase = (random: Random, scenario: ScenarioName, { points, settles = ALL_SETTLES, capture }: Told): Case =>
  ({ scenario, points, settles, capture: capture ?? pick(random, LEVELS_OF[scenario] ?? ['io', 'io', 'full', 'none', 'metadata']), waits: random() < 0.25 })

const commit = (kind: TurnEventKind, phase: CommitPoint['phase'], nth = 1): KillPoint => ({ at: 'commit', kind, phase, nth, boundary: `${kind} ${phase}` })
const server = (tool: string, moment: CallPoint['moment'], boundary: string): KillPoint => ({ at: 'call', tool, moment, boundary })

const SENT = 'call sent, no effect yet'
const DONE = 'effect done, no result yet'

/** A write that had started and whose end nobody knows, in one way or another. */
function interrupted(random: Random): readonly [ScenarioName, KillPoint] {
  return pick<() => readonly [ScenarioName, KillPoint]>(random, [
    () => ['single', commit('tool.started', 'after')],
    () => ['single', server('note', pick(random, ['before-effect-never', 'before-effect-late']), SENT)],
    () => ['single', server('note', 'after-effect', DONE)],
    () => ['plain', server('wipe', 'after-effect', DONE)],
    () => ['single', commit('tool.ended', 'inside')],
  ])()
}

/** Kinds that are written while nothing has happened yet: in which turns, and how often. */
const FIRST_KILL: Partial<Record<TurnEventKind, readonly (readonly [ScenarioName, number])[]>> = {
  'turn.started': [['plain', 1], ['overflowing', 1]],
  'step.started': [['plain', 3], ['tainted', 3], ['overflowing', 2]],
  'step.ended': [['plain', 3], ['several', 2], ['overflowing', 2]],
  'tool.called': [['plain', 4], ['several', 4], ['nested', 3]],
  'gate.decided': [['plain', 4], ['tainted', 3], ['unknown', 2], ['nested', 3]],
  'approval.answered': [['plain', 1], ['several', 1], ['tainted', 2], ['paused', 1]],
  'approval.voided': [['paused', 1]],
  'tool.started': [['plain', 4], ['reading', 2], ['tainted', 1], ['nested', 4]],
  'effect.started': [['nested', 1]],
  'effect.ended': [['nested', 1]],
  'tool.ended': [['plain', 4], ['several', 4], ['unknown', 2], ['nested', 4]],
  'turn.ended': [['plain', 1], ['several', 1], ['nested', 1], ['overflowing', 1]],
  'branch.blocked': [['branching', 1]],
  'turn.paused': [['paused', 1]],
  'turn.unpaused': [['paused', 1]],
  'compaction.started': [['overflowing', 1]],
  'context.compacted': [['overflowing', 1]],
}

/** Kinds that only a crash brings: the core is killed once to get there. */
function caseAfterCrash(random: Random, kind: TurnEventKind, phase: CommitPoint['phase']): Case {
  if (kind === 'compaction.failed') return makeCase(random, 'overflowing', { points: [{ at: 'summary', boundary: 'mid summary' }, commit(kind, phase)] })
  const [scenario, first] = interrupted(random)
  return makeCase(random, scenario, { points: [first, commit(kind, phase)] })
}

const kindBoundaries = (kinds: readonly TurnEventKind[]): readonly Boundary[] => kinds.flatMap((kind) => (['inside', 'after'] as const).map((phase): Boundary => ({
  name: `${kind} ${phase}`,
  makeCase: (random) => {
    const turns = FIRST_KILL[kind]
    if (turns === undefined) return caseAfterCrash(random, kind, phase)
    const [scenario, most] = pick(random, turns)
    return makeCase(random, scenario, { points: [commit(kind, phase, between(random, 1, most))] })
  },
})))

const moment = (name: string, build: (random: Random, boundary: string) => readonly [ScenarioName, Told]): Boundary =>
  ({ name, makeCase: (random) => makeCase(random, ...build(random, name)) })

const MOMENTS: readonly Boundary[] = [
  moment(SENT, (random, boundary) => [pick(random, ['single', 'plain', 'nested']), { points: [server('note', pick(random, ['before-effect-never', 'before-effect-late']), boundary)] }]),
  moment(DONE, (random, boundary) => pick(random, [
    ['single', { points: [server('note', 'after-effect', boundary)] }], ['plain', { points: [server('wipe', 'after-effect', boundary)] }], ['nested', { points: [server('note', 'after-effect', boundary)] }],
  ])),
  moment('read under way', (random, boundary) => ['plain', { points: [server('look', pick(random, ['before-effect-never', 'after-effect']), boundary)] }]),
  moment('mid stream', (random, boundary) => [pick(random, ['plain', 'reading']), { points: [{ at: 'delta', boundary }] }]),
  moment('mid summary', (_random, boundary) => ['overflowing', { points: [{ at: 'summary', boundary }] }]),
  moment('question open', (random, boundary) => [pick(random, ['plain', 'several', 'tainted']), { points: [{ at: 'question', asks: 'approval', boundary }] }]),
  moment('outcome question open', (random, boundary) => {
    const [scenario, first] = interrupted(random)
    return [scenario, { points: [first, { at: 'question', asks: 'outcome', boundary }] }]
  }),
  moment('approved, not started', (random, boundary) => [pick(random, ['plain', 'tainted']), { points: [{ ...commit('approval.answered', 'after'), boundary }] }]),
  moment('run again, not started', (random, boundary) => {
    const [scenario, first] = interrupted(random)
    return [scenario, { points: [first, { ...commit('outcome.settled', 'after'), boundary }], settles: ['run-again'] }]
  }),
  moment('run again, effect done', (_random, boundary) => ['single', { points: [server('note', 'after-effect', DONE), server('note', 'after-effect', boundary)], settles: ['run-again'] }]),
  moment('answer acknowledged', (random, boundary) => [pick(random, ['plain', 'several']), { points: [{ at: 'receipt', boundary }] }]),
  moment('end with pruning, inside', (random, boundary) => [pick(random, ['plain', 'several']), { points: [{ ...commit('turn.ended', 'inside'), boundary }], capture: 'none' }]),
  moment('end with pruning, after', (random, boundary) => [pick(random, ['plain', 'several']), { points: [{ ...commit('turn.ended', 'after'), boundary }], capture: 'none' }]),
  moment('third crash', (_random, boundary) => ['reading', { points: [commit('step.started', 'after'), commit('step.started', 'after'), { ...commit('step.started', 'after'), boundary }] }]),
  moment('while it starts', (random, boundary) => {
    const [scenario, first] = interrupted(random)
    return [scenario, { points: [first, { at: 'time', afterMs: between(random, 100, 700), boundary }] }]
  }),
]

/** After every kind of event, in and right after its commit; and at moments that have no event of their own. */
export const BOUNDARIES: readonly Boundary[] = [
  ...kindBoundaries([
    'turn.started', 'step.started', 'tool.called', 'step.ended', 'gate.decided', 'approval.answered', 'approval.voided', 'tool.started', 'effect.started', 'effect.ended', 'branch.blocked', 'tool.ended', 'turn.ended', 'turn.paused', 'turn.unpaused',
    'compaction.started', 'context.compacted', 'compaction.failed', 'tool.interrupted', 'turn.resumed', 'outcome.asked', 'outcome.settled',
  ]),
  ...MOMENTS,
]

/** At any time, once or twice. */
export const AT_RANDOM: Boundary = {
  name: 'at random',
  makeCase: (random) => {
    const time = (): KillPoint => ({ at: 'time', afterMs: between(random, 0, 350), boundary: 'at random' })
    const again = (): KillPoint => ({ at: 'time', afterMs: between(random, 100, 900), boundary: 'at random' })
    return makeCase(random, pick(random, ['plain', 'single', 'several', 'tainted', 'nested', 'overflowing', 'paused']), { points: random() < 0.3 ? [time(), again()] : [time()] })
  },
}
