import { parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'
import { hitOf, type LineHit } from './line-hit.ts'

/*
 * Runs one regular expression over texts that are posted to it, line by line. Whoever started it sets the time limit
 * and ends it.
 */

const LONGEST_LINE = 10_000
const { source, ignoreCase } = z.object({ source: z.string(), ignoreCase: z.boolean() }).parse(workerData)
const Request = z.object({ text: z.string(), most: z.int() })

parentPort?.on('message', (message: unknown) => {
  const { text, most } = Request.parse(message)
  const expression = compile()
  parentPort?.postMessage(typeof expression === 'string' ? { kind: 'invalid', message: expression } : { kind: 'hits', ...matchAll(expression, text, most) })
})

parentPort?.postMessage({ kind: 'ready' })

/** Unicode rules first; looser escapes are allowed where those refuse. A string says what is wrong. */
function compile(): RegExp | string {
  const flags = ignoreCase ? 'i' : ''
  try {
    return new RegExp(source, `${flags}u`)
  } catch {
    try {
      return new RegExp(source, flags)
    } catch (error) {
      return error instanceof Error ? error.message : 'it can\'t be read'
    }
  }
}

function matchAll(expression: RegExp, text: string, most: number): { readonly hits: readonly LineHit[]; readonly longLines: number } {
  const hits: LineHit[] = []
  let longLines = 0
  let line = 1
  for (let start = 0; start < text.length && hits.length < most; line++) {
    const newline = text.indexOf('\n', start)
    const end = newline === -1 ? text.length : newline
    if (end - start > LONGEST_LINE) longLines += 1
    const looked = text.slice(start, Math.min(end, start + LONGEST_LINE)).replace(/\r$/, '')
    const found = expression.exec(looked)
    if (found !== null) hits.push(hitOf(line, looked, found.index))
    start = end + 1
  }
  return { hits, longLines }
}
