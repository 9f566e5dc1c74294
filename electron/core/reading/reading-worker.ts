import { parentPort, workerData } from 'node:worker_threads'
import Database from 'better-sqlite3'
import { z } from 'zod'
import { AppError, toWireError } from '../../../shared/errors.ts'
import { createAnswers } from './answer-reads.ts'
import { ReadRequest, readSchemas, type Answers, type ReadName, type ReadReply } from './reads.ts'

/* Reads on a connection of its own, so that nothing long holds up the thread that writes. Whoever started it ends it. */

const { path } = z.object({ path: z.string() }).parse(workerData)
/** A checkpoint may hold the database for a moment. */
const BUSY_WAIT_MS = 10_000
const database = new Database(path, { readonly: true, fileMustExist: true, timeout: BUSY_WAIT_MS })
const answers = createAnswers(database)

function answerTo<K extends ReadName>(name: K, input: unknown): unknown {
  const make: Answers[K] = answers[name]
  return make(readSchemas[name].input.parse(input))
}

/** All that one answer is made of is from one moment, whatever is stored meanwhile. */
const answer = database.transaction((name: ReadName, input: unknown): unknown => answerTo(name, input))

function reply(message: unknown): ReadReply {
  try {
    const { name, input } = ReadRequest.parse(message)
    return { kind: 'answer', output: answer(name, input) }
  } catch (error) {
    if (error instanceof AppError) return { kind: 'refused', error: toWireError(error) }
    return { kind: 'failed', message: error instanceof Error ? error.message : String(error) }
  }
}

parentPort?.on('message', (message: unknown) => { parentPort?.postMessage(reply(message)) })
parentPort?.postMessage('up')
