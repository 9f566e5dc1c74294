import { createCore } from '../../../electron/core/core.ts'
import { createNewId } from '../../../electron/new-id.ts'
import { systemClock } from '../../../electron/system-clock.ts'

/* The main of a process that starts once in a data directory and says how long that took: a start is never compiled before. */

const [, , dataDirectory = ''] = process.argv
const began = performance.now()
const core = await createCore({ dataDirectory, shell: 'bench', version: '0.0.0', clock: systemClock, newId: createNewId(() => systemClock.now()), notify: () => undefined })
const ms = performance.now() - began
process.send?.({ ms, questions: await countQuestions() }, () => { process.exit(0) })

function countQuestions(): Promise<number> {
  return new Promise((resolve) => {
    core.handlers.watches['questions.watch']({}, (item) => { if (item.kind === 'snapshot') resolve(item.rows.length) })
  })
}
