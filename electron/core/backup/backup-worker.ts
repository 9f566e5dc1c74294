import { parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'
import { AppError, toWireError } from '../../../shared/errors.ts'
import { connectorMigrations } from '../connectors/built-in.ts'
import { withDiskTrouble } from '../store/disk-trouble.ts'
import { coreMigrations } from '../store/migrations.ts'
import { prepareBackup } from './prepare-backup.ts'
import type { PrepareReply } from './prepare-reply.ts'

/* Looks through one backup, away from the thread that writes. Whoever started it ends it. */

const preparation = z.object({ path: z.string(), folder: z.string(), inUse: z.string().nullable() }).parse(workerData)

async function reply(): Promise<PrepareReply> {
  try {
    return { kind: 'prepared', summary: await prepareBackup(preparation, [...coreMigrations, ...connectorMigrations]) }
  } catch (thrown) {
    const error = withDiskTrouble(thrown, 'Nothing here was changed.')
    if (error instanceof AppError) return { kind: 'refused', error: toWireError(error) }
    return { kind: 'failed', message: error instanceof Error ? error.message : String(error) }
  }
}

parentPort?.on('message', () => { void reply().then((answer) => { parentPort?.postMessage(answer) }) })
parentPort?.postMessage('up')
