import { emptyTurn } from '../../../shared/turn-state.ts'
import type { ChatId } from '../../../shared/ids.ts'
import { median } from '../figures.ts'
import { answeringStep, callingStep, resultOf, shiftTo, startOf, turnNumber } from './made-turns.ts'
import type { OpenJournal } from './open-journal.ts'

const CALLS = 8
const EVENTS = 1 + CALLS * 6 + 3

/** Microseconds that a commit of a step takes in a journal of so many events, the median; one after the other as the journal grows. */
export function measureAppends({ journal, fill, database }: OpenJournal, chatId: ChatId, sizes: readonly number[], measuredTurns: number): readonly number[] {
  let turns = Number(database.prepare('SELECT count(*) FROM turns').pluck().get())
  const runTurn = (times: number[] | null): void => {
    const turnId = turnNumber('append', turns)
    const at = turns * 1000
    turns += 1
    let { state } = journal.append(emptyTurn(turnId), [startOf({ chatId, parentTurnId: null, at, message: `Look up eight things, for the ${turns}th time.` })], { durable: false })
    const append = (events: Parameters<typeof shiftTo>[0]): void => {
      const began = performance.now()
      state = journal.append(state, shiftTo(events, at + 1), { durable: false }).state
      times?.push((performance.now() - began) * 1000)
    }
    let ends: Parameters<typeof shiftTo>[0] = []
    for (let step = 1; step <= CALLS; step += 1) {
      const commits = callingStep(turnId, step, resultOf(turns * CALLS + step))
      append([...ends, ...commits.starts])
      append(commits.calls)
      ends = commits.ends
    }
    state = journal.append(state, shiftTo([...ends, ...answeringStep(CALLS + 1, 'That is all that could be found.')], at + 2), { durable: false }).state
  }
  const count = database.prepare('SELECT count(*) FROM events').pluck()
  return sizes.map((size) => {
    const missing = Math.ceil((size - Number(count.get())) / EVENTS)
    if (missing > 0) fill(missing, () => { runTurn(null) })
    const times: number[] = []
    for (let turn = 0; turn < measuredTurns; turn += 1) runTurn(times)
    return median(times)
  })
}
