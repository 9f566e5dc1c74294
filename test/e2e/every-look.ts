import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inspect, parseArgs } from 'node:util'
import { everyState } from './every-state.ts'
import { lookAtStates, type View } from './look-at-states.ts'
import { EVERY_LOOK } from './looks.ts'

/*
 * The full look: every page and state, in both themes and both sizes, with axe on each. Prints the list of states and
 * its count; fails where axe finds anything, where the console complains, or where a state can't be reached.
 */

const { values: { json = false, only } } = parseArgs({ options: { json: { type: 'boolean' }, only: { type: 'string' } }, strict: true })
const groups = everyState.map(({ name, states }) => ({ name, states: only === undefined ? states : states.slice(0, Number(only)) }))
const wordsFor = (violations: number | undefined): string => (violations === undefined ? '  NOT REACHED' : violations === 0 ? '' : `  ${violations} VIOLATIONS`)
const say = (line: string): void => { process.stdout.write(`${line}\n`) }

test('every page and state in every look', { timeout: 3_000_000 }, async () => {
  const problems: string[] = []
  let views = 0
  for (const { name: group, states } of groups) {
    const found = new Map<string, number>()
    const onView = ({ state, name, violations }: View): void => {
      views += 1
      found.set(state, (found.get(state) ?? 0) + violations.length)
      problems.push(...violations.map((violation) => `${name}: ${violation}`))
    }
    try {
      const { complaints } = await lookAtStates({ name: group, states }, EVERY_LOOK, onView)
      problems.push(...complaints.map((complaint) => `the console of ${group}: ${complaint}`))
    } catch (error) {
      // The states after one that can't be reached can't be reached either; the other groups can.
      problems.push(inspect(error, { depth: 3 }))
    }
    say(`\n${group}`)
    for (const [index, { name }] of states.entries()) say(`  ${String(index + 1).padStart(3)}  ${name}${wordsFor(found.get(name))}`)
  }
  const states = groups.reduce((sum, group) => sum + group.states.length, 0)
  say(`\n${states} states, each in ${EVERY_LOOK.length} looks: ${views} views, ${problems.length} problems`)
  for (const problem of problems) say(`  ${problem}`)
  if (json) say(JSON.stringify({ check: 'e2e:full', states, looks: EVERY_LOOK.length, views, problems: problems.length, list: groups.flatMap((group) => group.states.map(({ name }) => name)) }))
  assert.equal(problems.length, 0, `${problems.length} problems`)
})
