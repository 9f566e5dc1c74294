import assert from 'node:assert/strict'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import Database from 'better-sqlite3'
import { z } from 'zod'
import { makeBackup } from '../../electron/core/backup/make-backup.ts'
import { placeImport, noteAccepted, databaseOf, filesOf } from '../../electron/core/backup/place-import.ts'
import { prepareBackup } from '../../electron/core/backup/prepare-backup.ts'
import { PERMISSIONS } from '../../electron/core/backup/strip-permissions.ts'
import { connectorMigrations } from '../../electron/core/connectors/built-in.ts'
import { openStore } from '../../electron/core/store/database.ts'
import { coreMigrations } from '../../electron/core/store/migrations.ts'
import { BackupId } from '../../shared/backup.ts'

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-prepare-'))
after(() => { rmSync(folder, { recursive: true, force: true }) })
let made = 0
const newPath = (): string => join(folder, String(made += 1))
const migrations = [...coreMigrations, ...connectorMigrations]
const NOW = 1_790_000_000_000

/** A data directory with these rows, and a backup of it. */
async function backupOf(fill: (database: Database.Database) => void = () => undefined, skills: Readonly<Record<string, string>> = {}): Promise<string> {
  const [dataDirectory, path] = [newPath(), newPath()]
  const { database, close } = openStore(dataDirectory, migrations)
  fill(database)
  for (const [name, text] of Object.entries(skills)) {
    mkdirSync(join(dataDirectory, 'skills', name), { recursive: true })
    writeFileSync(join(dataDirectory, 'skills', name, 'SKILL.md'), text)
  }
  await makeBackup(database, dataDirectory, path, { madeBy: '0.1.0', madeAt: NOW })
  close()
  return path
}
const prepare = (path: string, inUse: string | null = null) => prepareBackup({ path, folder: `${path}.files`, inUse }, migrations)
function change(path: string, sql: string): void {
  const database = new Database(path)
  database.exec(sql)
  database.close()
}
function rowsOf(path: string, sql: string): readonly unknown[] {
  const database = new Database(path, { readonly: true })
  try {
    return database.prepare(sql).raw().all()
  } finally {
    database.close()
  }
}

/** What was written, said or counted. A table that isn't here has to be in `PERMISSIONS`, and the other way round. */
const CONTENT = [
  'events', 'event_content', 'blobs', 'blob_uses', 'chats', 'turns', 'questions', 'run_links', 'draft_files', 'audit_entries', 'chain_head', 'migrations', 'message_search',
  'ledger', 'run_starts', 'goals', 'plan_steps', 'plan_attempts', 'goal_notes', 'goal_reviews', 'goal_workers', 'case_sets', 'case_members', 'case_runs', 'case_results', 'call_prices', 'coworkers',
  'job_occurrences', 'source_messages', 'source_items', 'refused_deliveries', 'webhook_deliveries', 'memories', 'tasks', 'notes', 'file_marks', 'used_connector_ids', 'server_eras', 'server_lists',
]

test('every table is content, or its permissions are taken out', async () => {
  const names = z.array(z.string()).parse(rowsOf(await backupOf(), `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT LIKE 'backup\\_%' ESCAPE '\\' AND name NOT LIKE '%\\_search%' ESCAPE '\\'`).flat())
  const decided = [...CONTENT, ...Object.keys(PERMISSIONS)]
  assert.deepEqual(names.filter((name) => !decided.includes(name)), [])
  assert.deepEqual(Object.keys(PERMISSIONS).filter((name) => !names.includes(name)), [])
})

describe('what a backup lets act comes in switched off, and what makes things stricter stays', () => {
  const anthropic = (name: string, baseUrl: string) => JSON.stringify({ adapter: 'anthropic', name, contextWindow: null, maxOutputTokens: null, prices: { input: null, output: null, cacheRead: null, cacheWrite: null }, certified: 'full', certification: { by: 'person', on: '2026-11-01' }, baseUrl, model: 'm', key: { kind: 'secret', name: 'mine' }, keyHeader: 'x-api-key' })
  const server = (id: string, command: string) => JSON.stringify({ kind: 'command', id, label: id, on: true, startSeconds: null, callSeconds: null, totalSeconds: null, command, args: [], env: { TOKEN: { kind: 'secret', secret: 'token' }, MODE: { kind: 'text', text: 'fast' } }, cwd: null })
  const loose = (database: Database.Database): void => {
    const setting = database.prepare('INSERT INTO settings (name, value) VALUES (?, ?)')
    for (const [name, value] of Object.entries({ theme: 'dark', workspace: '/home', privateHosts: ['127.0.0.1:1'], exfiltrationGuard: false, model: 'Elsewhere' })) setting.run(name, JSON.stringify(value))
    database.exec(`
      INSERT INTO connector_settings VALUES ('shell', 1), ('web', 0);
      INSERT INTO tool_settings (connector_id, tool, is_on, requires_approval, tool_class, untrusted, egress, accepted_pin, accepted_definition) VALUES ('mail', 'send', 1, 0, 'read', 0, 0, 'p', 'd'), ('tasks', 'delete_task', 0, 1, 'destructive', 1, 1, NULL, NULL);
      INSERT INTO skill_approvals (source, name, digest, approved_at) VALUES ('person', 'weekly', 'd', 1);
      INSERT INTO webhooks (hook_id, name, about, path, is_on, created_at) VALUES ('hook_1', 'Builds', '', 'p', 1, 1);
      UPDATE webhook_listener SET is_on = 1;
      INSERT INTO orderly_quit VALUES (1, 1); INSERT INTO database_identity VALUES ('one');
    `)
    database.prepare('INSERT INTO model_profiles (name, profile, added_at) VALUES (?, ?, ?)').run('Known', anthropic('Known', 'https://known.example'), 1)
    database.prepare('INSERT INTO model_profiles (name, profile, added_at) VALUES (?, ?, ?)').run('Elsewhere', anthropic('Elsewhere', 'https://elsewhere.example'), 2)
    const addServer = database.prepare('INSERT INTO mcp_servers (connector_id, position, config) VALUES (?, ?, ?)')
    addServer.run('known', 1, server('known', 'known-server'))
    addServer.run('other', 2, server('other', 'other-server'))
  }
  const here = async (): Promise<string> => backupOf((database) => {
    database.prepare('INSERT INTO model_profiles (name, profile, added_at) VALUES (?, ?, ?)').run('Known', anthropic('Known', 'https://known.example'), 1)
    database.prepare('INSERT INTO mcp_servers (connector_id, position, config) VALUES (?, 1, ?)').run('known', server('known', 'known-server'))
    // The same id, and another program behind it.
    database.prepare('INSERT INTO mcp_servers (connector_id, position, config) VALUES (?, 2, ?)').run('other', server('other', 'another-server'))
  })

  test('switches, classes, words given ahead, hosts and the folder', async () => {
    const path = await backupOf(loose)
    await prepare(path)
    assert.deepEqual(rowsOf(path, `SELECT name, value FROM settings WHERE name <> 'imported'`), [['theme', '"dark"']])
    assert.deepEqual(rowsOf(path, 'SELECT * FROM connector_settings'), [['web', 0]])
    assert.deepEqual(rowsOf(path, 'SELECT connector_id, is_on, requires_approval, tool_class, untrusted, egress, accepted_pin, accepted_definition FROM tool_settings ORDER BY 1'), [['mail', null, null, null, null, null, null, null], ['tasks', 0, 1, null, 1, 1, null, null]])
    assert.deepEqual([rowsOf(path, 'SELECT * FROM skill_approvals'), rowsOf(path, 'SELECT is_on FROM webhooks UNION ALL SELECT is_on FROM webhook_listener'), rowsOf(path, 'SELECT * FROM database_identity'), rowsOf(path, 'SELECT * FROM orderly_quit')], [[], [[0], [0]], [], []])
  })

  test('a key stays with the address that has it here, and goes to no other', async () => {
    const path = await backupOf(loose)
    const summary = await prepare(path, await here())
    assert.deepEqual(summary.models, [{ name: 'Known', address: 'https://known.example', keptKey: true }, { name: 'Elsewhere', address: 'https://elsewhere.example', keptKey: false }])
    assert.deepEqual(rowsOf(path, `SELECT profile ->> '$.key.kind', profile ->> '$.certified', profile ->> '$.certification' FROM model_profiles ORDER BY added_at`), [['secret', 'read-only', null], ['none', 'read-only', null]])
  })

  test('a secret stays with the program that has it here, and goes to no other of the same id', async () => {
    const path = await backupOf(loose)
    const summary = await prepare(path, await here())
    assert.deepEqual(summary.connectors, [{ label: 'known', reach: 'known-server' }, { label: 'other', reach: 'other-server' }])
    assert.deepEqual(rowsOf(path, `SELECT config ->> '$.on', config ->> '$.env.TOKEN.kind', config ->> '$.env.MODE.text' FROM mcp_servers ORDER BY position`), [[0, 'secret', 'fast'], [0, 'text', 'fast']])
  })
})

describe('a file that can’t be a backup is refused', () => {
  const isRefused = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'input.invalid'
  const cases: readonly (readonly [what: string, spoil: (path: string) => void])[] = [
    ['no database', (path) => { writeFileSync(path, 'These are my notes. '.repeat(1000)) }],
    ['an empty file', (path) => { writeFileSync(path, '') }],
    ['cut off', (path) => { writeFileSync(path, readFileSync(path).subarray(0, 100_000)) }],
    ['overwritten in the middle', (path) => { const bytes = readFileSync(path); bytes.fill(0xa5, 20_000, 60_000); writeFileSync(path, bytes) }],
    ['somebody else’s database', (path) => { rmSync(path); change(path, 'CREATE TABLE backup_info (a)') }],
    ['with a trigger', (path) => { change(path, `CREATE TRIGGER sly AFTER DELETE ON standing_approvals BEGIN INSERT INTO settings VALUES ('exfiltrationGuard', 'false'); END`) }],
    ['with a trigger on the tables that are dropped', (path) => { change(path, 'CREATE TRIGGER sly AFTER DELETE ON backup_files BEGIN SELECT 1; END') }],
    ['with a view', (path) => { change(path, 'CREATE VIEW more AS SELECT 1') }],
    ['with a view in the place of a table', (path) => { change(path, 'DROP TABLE backup_info; CREATE VIEW backup_info AS SELECT 1 AS made_by, 1 AS made_at') }],
    ['with a table more', (path) => { change(path, 'CREATE TABLE more (a)') }],
    ['with a table less', (path) => { change(path, 'DROP TABLE standing_approvals') }],
    ['with another column', (path) => { change(path, 'ALTER TABLE settings ADD COLUMN more TEXT') }],
    ['with a file that leads out', (path) => { change(path, `INSERT INTO backup_files VALUES ('skills/../../../out', x'00')`) }],
    ['with a file elsewhere', (path) => { change(path, `INSERT INTO backup_files VALUES ('core.lock', x'00')`) }],
    ['with a file at the root', (path) => { change(path, `INSERT INTO backup_files VALUES ('/skills/a', x'00')`) }],
  ]
  for (const [what, spoil] of cases) test(what, async () => {
    const path = await backupOf()
    spoil(path)
    await assert.rejects(prepare(path), isRefused)
  })

  test('one of a newer Gatehouse, which says so', async () => {
    const path = await backupOf()
    change(path, `INSERT INTO migrations VALUES ('from later')`)
    await assert.rejects(prepare(path), { code: 'store.newer', message: 'That backup was made by a newer Gatehouse.' })
  })
})

test('one of an older Gatehouse is brought to this version', async () => {
  const path = newPath()
  const older = openStore(newPath(), migrations.slice(0, -1))
  await makeBackup(older.database, folder, path, { madeBy: '0.0.1', madeAt: NOW })
  older.close()
  assert.equal((await prepare(path)).madeBy, '0.0.1')
  assert.deepEqual(rowsOf(path, 'SELECT count(*) FROM migrations'), [[migrations.length]])
})

describe('an import that is killed on its way into its place is finished by the next start', () => {
  const ID = BackupId.parse('backup_1')
  const ASIDE = 'before-import-2026-12-01-120000'
  /** A data directory with a database, its log and a skill, and an accepted import of another with a skill. */
  async function waiting(): Promise<string> {
    const dataDirectory = newPath()
    const backup = await backupOf((database) => { database.prepare(`INSERT INTO settings (name, value) VALUES ('theme', '"dark"')`).run() }, { weekly: 'new' })
    await prepare(backup)
    openStore(dataDirectory, migrations).close()
    writeFileSync(join(dataDirectory, 'gatehouse.db-wal'), 'the old log')
    mkdirSync(join(dataDirectory, 'skills', 'old'), { recursive: true })
    mkdirSync(join(dataDirectory, 'exchange'))
    copyFileSync(backup, databaseOf(dataDirectory, ID))
    mkdirSync(join(filesOf(dataDirectory, ID), 'skills', 'weekly'), { recursive: true })
    writeFileSync(join(filesOf(dataDirectory, ID), 'skills', 'weekly', 'SKILL.md'), 'new')
    noteAccepted(dataDirectory, { backupId: ID, madeAt: NOW, aside: ASIDE })
    return dataDirectory
  }
  /** Lets so many renames happen, then fails as a process that dies. */
  async function placeOnly(dataDirectory: string, renames: number): Promise<boolean> {
    const { default: fs, syncBuiltinESMExports } = await import('node:module').then(async ({ syncBuiltinESMExports: sync }) => ({ default: (await import('node:fs')).default, syncBuiltinESMExports: sync }))
    const real = fs.renameSync
    let done = 0
    fs.renameSync = (from, to) => {
      if (done >= renames) throw new Error('killed')
      done += 1
      real(from, to)
    }
    syncBuiltinESMExports()
    try {
      placeImport(dataDirectory)
      return true
    } catch (error) {
      assert.ok(error instanceof Error && error.message === 'killed')
      return false
    } finally {
      fs.renameSync = real
      syncBuiltinESMExports()
    }
  }

  test('after any number of its moves', async () => {
    let wasFinished = false
    for (let renames = 0; !wasFinished; renames += 1) {
      const dataDirectory = await waiting()
      wasFinished = await placeOnly(dataDirectory, renames)
      placeImport(dataDirectory)
      const { database, close } = openStore(dataDirectory, migrations)
      assert.deepEqual(database.prepare(`SELECT value FROM settings WHERE name = 'theme'`).pluck().all(), ['"dark"'], `after ${renames} moves`)
      close()
      assert.deepEqual([readFileSync(join(dataDirectory, 'skills', 'weekly', 'SKILL.md'), 'utf8'), existsSync(join(dataDirectory, 'skills', 'old')), existsSync(join(dataDirectory, 'exchange'))], ['new', false, false])
      assert.deepEqual([readFileSync(join(dataDirectory, ASIDE, 'gatehouse.db-wal'), 'utf8'), existsSync(join(dataDirectory, ASIDE, 'gatehouse.db')), existsSync(join(dataDirectory, ASIDE, 'skills', 'old'))], ['the old log', true, true])
      assert.ok(renames < 20)
    }
  })

  test('one that nobody accepted takes no place, and is removed', async () => {
    const dataDirectory = await waiting()
    rmSync(join(dataDirectory, 'exchange', 'accepted.json'))
    assert.equal(placeImport(dataDirectory), false)
    assert.deepEqual([existsSync(join(dataDirectory, 'exchange')), existsSync(join(dataDirectory, ASIDE))], [false, false])
  })
})
