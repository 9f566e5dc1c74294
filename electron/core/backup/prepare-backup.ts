import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, normalize, sep } from 'node:path'
import Database from 'better-sqlite3'
import { z } from 'zod'
import type { BackupSummary } from '../../../shared/backup.ts'
import { AppError } from '../../../shared/errors.ts'
import { checkChain, createChainPieces } from '../runs/check-chain.ts'
import { appliedTo, isNewer, migrate } from '../store/database.ts'
import type { Migration } from '../store/migrations.ts'
import { noBackup, takeBackupTables, type BackupFile, type BackupInfo } from './backup-file.ts'
import { KEPT_FOLDERS } from './make-backup.ts'
import { noteImported } from './imported.ts'
import { hasKeyHere, readProfiles, readServers, stripPermissions } from './strip-permissions.ts'

export interface Preparation {
  /** Of the backup, which is changed until it could be the database of a data directory. */
  readonly path: string
  /** Where the files that come with it are put; not there yet. */
  readonly folder: string
  /** Of the database in use; null: there is none. */
  readonly inUse: string | null
}

/**
 * Makes of a file from anywhere a database that can take the place of ours: checked page by page, of this version, with
 * exactly our tables, and with nothing in it that lets something act.
 * @throws AppError `input.invalid`, `store.newer`, `store.full`
 */
export async function prepareBackup({ path, folder, inUse }: Preparation, migrations: readonly Migration[]): Promise<BackupSummary> {
  const database = open(path)
  const here = inUse === null ? null : new Database(inUse, { readonly: true })
  try {
    const { info, files } = takeBackupTables(database)
    if (isNewer(database, migrations)) throw new AppError('store.newer', 'That backup was made by a newer Gatehouse.', { kept: 'Nothing here was changed.', advice: 'Import it with the newer version.' })
    refuseOtherSchema(database, migrations)
    migrate(database, migrations)
    stripPermissions(database, here)
    noteImported(database, info.madeAt)
    const skills = writeFiles(folder, files)
    return { ...await summarise(database, here, info), skills }
  } finally {
    database.close()
    here?.close()
  }
}

/** Nothing that the file says is run: functions in its schema aren't called, and a page that lies is found first. */
function open(path: string): Database.Database {
  const database = new Database(path)
  try {
    database.pragma('trusted_schema = OFF')
    database.pragma('cell_size_check = ON')
    database.pragma('journal_mode = DELETE')
    if (database.pragma('quick_check(1)', { simple: true }) !== 'ok') throw noBackup()
    return database
  } catch (error) {
    database.close()
    throw error instanceof Error && 'code' in error && /^SQLITE_(?:NOTADB|CORRUPT)/.test(String(error.code)) ? noBackup() : error
  }
}

/** A trigger or a view of somebody else's would run with the first row that is written, so all that there is must be as the file's version made it. */
function refuseOtherSchema(database: Database.Database, migrations: readonly Migration[]): void {
  const had = appliedTo(database, migrations)
  const ours = new Database(':memory:')
  try {
    migrate(ours, migrations.filter(({ name }) => had.includes(name)))
    const [expected, found] = [schemaOf(ours), schemaOf(database)]
    if (expected.size !== found.size || [...expected].some(([name, sql]) => found.get(name) !== sql)) throw noBackup()
  } finally {
    ours.close()
  }
}

const SchemaRow = z.object({ name: z.string(), type: z.string(), sql: z.string() })
const schemaOf = (database: Database.Database): ReadonlyMap<string, string> =>
  new Map(z.array(SchemaRow).parse(database.prepare(`SELECT name, type, coalesce(sql, '') AS sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`).all()).map(({ name, type, sql }) => [name, `${type} ${sql}`]))

/** @returns how many skills, which are folders */
function writeFiles(folder: string, files: readonly BackupFile[]): number {
  const skills = new Set<string>()
  for (const { path, content } of files) {
    const parts = path.split('/')
    const isPlain = parts.length >= 2 && KEPT_FOLDERS.some((kept) => kept === parts[0]) && !path.includes('\\') && !path.includes('\0') && normalize(path).split(sep).join('/') === path && parts.every((part) => part !== '..' && part !== '.' && part !== '')
    if (!isPlain) throw noBackup()
    const target = join(folder, ...parts)
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 })
    writeFileSync(target, content, { mode: 0o600, flag: 'wx' })
    skills.add(parts[1] ?? '')
  }
  return skills.size
}

async function summarise(database: Database.Database, here: Database.Database | null, { madeAt, madeBy }: BackupInfo): Promise<Omit<BackupSummary, 'skills'>> {
  const count = (from: string): number => z.int().parse(database.prepare(`SELECT count(*) FROM ${from}`).pluck().get())
  const chain = await checkChain(createChainPieces(database), () => true)
  const known = here === null ? [] : readProfiles(here)
  return {
    madeAt, madeBy,
    chats: count('chats WHERE deleted_at IS NULL'), runs: count('turns'), openRuns: count('turns WHERE ended_at IS NULL'),
    memories: count('memories'), tasks: count('tasks'), notes: count('notes'), goals: count('goals'), jobs: count('jobs WHERE deleted_at IS NULL'), coworkers: count('coworkers WHERE removed_at IS NULL'), sources: count('sources'), webhooks: count('webhooks'),
    connectors: readServers(database).map((config) => ({ label: config.label, reach: config.kind === 'command' ? [config.command, ...config.args].join(' ').slice(0, 500) : config.url })),
    models: readProfiles(database).map(({ name, profile }) => ({ name, address: profile.adapter === 'anthropic' ? profile.baseUrl : null, keptKey: profile.adapter === 'anthropic' && profile.key.kind !== 'none' && hasKeyHere(profile, known) })),
    chainProblem: chain?.finding?.sentence ?? null,
  }
}
