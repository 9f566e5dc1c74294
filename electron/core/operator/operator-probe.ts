import { toWireError } from '../../../shared/errors.ts'
import { readOperator } from './read-operator.ts'

/* A program: prints the switches of this machine, or what is wrong with them, as one line of JSON. */

try {
  const { rows, file } = readOperator(process.env)
  process.stdout.write(`${JSON.stringify({ rows, file })}\n`)
} catch (error) {
  process.stdout.write(`${JSON.stringify({ error: toWireError(error) })}\n`)
}
