import { join } from 'node:path'
import { z } from 'zod'
import { readPrivateFile, writePrivateFile } from './private-file.ts'

/** A session is known by the sha-256 of its token, so that this file lets nobody in. `expiresAt`: milliseconds since 1970. */
export const StoredSession = z.object({ digest: z.string().regex(/^[0-9a-f]{64}$/), expiresAt: z.int() })
export type StoredSession = z.infer<typeof StoredSession>

/** What lets open windows find their way back after a restart. */
const ShellMemory = z.object({ port: z.int().min(1).max(65_535), sessions: z.array(StoredSession) })
export type ShellMemory = z.infer<typeof ShellMemory>

const fileOf = (dataDirectory: string): string => join(dataDirectory, 'browser-shell.json')

/** Without it windows have to be opened anew; nothing else is lost. */
export const readShellMemory = (dataDirectory: string): ShellMemory | null => readPrivateFile(fileOf(dataDirectory), ShellMemory)

export const writeShellMemory = (dataDirectory: string, memory: ShellMemory): void => writePrivateFile(fileOf(dataDirectory), memory)
