import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { appendFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'
import { parseJson } from '../../../shared/parse-json.ts'
import { readManifest } from './bundle-manifest.ts'
import { findServers, type ImportReview } from './import-config.ts'
import { ADDRESS_RULES } from './server-address.ts'
import type { ServerConfig } from './server-config.ts'
import { ArchiveError, unpackArchive } from './unpack-archive.ts'

export const LONGEST_BUNDLE_BYTES = 200 * 1024 * 1024
const MANIFEST_BYTES = 1024 * 1024

/** A piece of a bundle on its way; pieces of one upload come in order. */
export interface BundlePiece { readonly upload: string; readonly offset: number; readonly data: Uint8Array; readonly isLast: boolean; readonly fileName: string }

/** Bundles of servers: their files are unpacked beside the data, to be reviewed like any configuration. Nothing of them is started here. */
export interface Bundles {
  /** The review once the last piece is there; null before. @throws AppError `connector.invalid` when pieces are missing or too many */
  readonly take: (piece: BundlePiece) => Promise<ImportReview | null>
  /** At the start: removes the files of bundles that no server is started from. */
  readonly sweep: (configs: readonly ServerConfig[]) => void
  /** Removes the files that only this server was started from. */
  readonly remove: (removed: ServerConfig, others: readonly ServerConfig[]) => void
}

export function createBundles(dataDirectory: string): Bundles {
  const root = join(dataDirectory, 'bundles')
  const lengths = new Map<string, number>()
  const pathOf = (upload: string): string => join(root, `.incoming-${upload}`)
  const take = async ({ upload, offset, data, isLast, fileName }: BundlePiece): Promise<ImportReview | null> => {
    const length = lengths.get(upload) ?? 0
    if (offset !== length) throw notWhole()
    if (length + data.byteLength > LONGEST_BUNDLE_BYTES) {
      drop(upload)
      throw new AppError('connector.invalid', `${fileName} is larger than ${LONGEST_BUNDLE_BYTES / 1024 / 1024} MB.`, { kept: 'Nothing of it was kept.' })
    }
    lengths.set(upload, length + data.byteLength)
    mkdirSync(root, { recursive: true, mode: 0o700 })
    await appendFile(pathOf(upload), data, { mode: 0o600 })
    if (!isLast) return null
    try {
      return await reviewArchive(root, pathOf(upload), fileName)
    } finally {
      drop(upload)
    }
  }
  const drop = (upload: string): void => {
    lengths.delete(upload)
    rmSync(pathOf(upload), { force: true })
  }
  return {
    take,
    sweep: (configs) => {
      for (const name of listFolder(root)) if (!configs.some((config) => names(config, name))) rmSync(join(root, name), { recursive: true, force: true })
    },
    remove: (removed, others) => {
      for (const name of listFolder(root)) if (names(removed, name) && !others.some((config) => names(config, name))) rmSync(join(root, name), { recursive: true, force: true })
    },
  }
}

const listFolder = (folder: string): readonly string[] => (existsSync(folder) ? readdirSync(folder) : [])

/** Whether it is started with anything of the folder of that name. */
const names = (config: ServerConfig, name: string): boolean => config.kind === 'command' && JSON.stringify([config.command, config.args, config.cwd, config.env]).includes(name)

const notWhole = (): AppError => new AppError('connector.invalid', 'A part of the bundle is missing.', { kept: 'Nothing of it was kept.', advice: 'Pick the file again.' })

async function reviewArchive(root: string, archive: string, fileName: string): Promise<ImportReview> {
  const refuse = (problem: string): ImportReview => ({ origin: fileName, entries: [], problem })
  const unpacked = join(root, `.new-${randomUUID()}`)
  const folder = join(root, await digestOf(archive))
  try {
    if (!existsSync(folder)) {
      mkdirSync(unpacked, { mode: 0o700 })
      await unpackArchive(archive, unpacked)
    }
    const from = existsSync(folder) ? folder : unpacked
    const manifest = join(from, 'manifest.json')
    if (!existsSync(manifest) || statSync(manifest).size > MANIFEST_BYTES) return refuse('It is not a bundle: it has no manifest.')
    const server = readManifest(parseJson(readFileSync(manifest, 'utf8')), { folder, platform: process.platform, separator: sep })
    if (!server.ok) return refuse(server.problem)
    const config = z.json().parse(server.config)
    if (from === unpacked) {
      if (server.program !== null) letRun(unpacked, server.program)
      renameSync(unpacked, folder)
    }
    const made = server.maker === null ? `version ${server.version}` : `version ${server.version}, made by ${server.maker} in its own words`
    const { entries, problem } = findServers(config, fileName, ADDRESS_RULES)
    return {
      origin: `the bundle ${fileName}, ${made}`, problem,
      entries: entries.map((entry) => (entry.ok ? { ok: true, server: { ...entry.server, warnings: [...entry.server.warnings, `Its files were unpacked to ${folder}. They are removed with the connector.`, ...server.notes] } } : entry)),
    }
  } catch (error) {
    if (error instanceof ArchiveError) return refuse(error.message)
    throw error
  } finally {
    rmSync(unpacked, { recursive: true, force: true })
  }
}

/** The one file that a binary bundle starts. */
function letRun(folder: string, program: string): void {
  const path = join(folder, program)
  if (path.startsWith(folder + sep) && existsSync(path) && statSync(path).isFile()) chmodSync(path, 0o700)
}

async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(file)) if (Buffer.isBuffer(piece)) hash.update(piece)
  return hash.digest('hex').slice(0, 32)
}
