import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import Database from 'better-sqlite3'
import { openStore } from '../../electron/core/store/database.ts'
import { coreMigrations } from '../../electron/core/store/migrations.ts'
import { TurnId } from '../../shared/ids.ts'
import { newPlace, openPlace, storeTurn } from './store-place.ts'

const open = (directory: string) => openStore(directory, coreMigrations)
const fileOf = (directory: string): string => join(directory, 'gatehouse.db')

/** A store with something in it, closed. */
function filled(): string {
  const place = openPlace()
  for (let index = 0; index < 60; index += 1) place.database.prepare('INSERT INTO settings (name, value) VALUES (?, ?)').run(`n${index}`, JSON.stringify('v'.repeat(2000)))
  storeTurn(place, 'hello')
  place.close()
  return place.directory
}

describe('a database that can’t be used is said to be so, and nothing of it is overwritten', () => {
  const cases: readonly (readonly [what: string, spoil: (path: string) => void, code: string])[] = [
    ['from a newer version', (path) => { const database = new Database(path); database.pragma('user_version = 9999'); database.close() }, 'store.newer'],
    ['with a change that only a newer version knows', (path) => { const database = new Database(path); database.exec(`INSERT INTO migrations VALUES ('from later')`); database.close() }, 'store.newer'],
    ['overwritten in the middle', (path) => { const bytes = readFileSync(path); bytes.fill(0xa5, 40_960, 45_056); writeFileSync(path, bytes) }, 'store.corrupt'],
    ['cut off', (path) => { writeFileSync(path, readFileSync(path).subarray(0, statSync(path).size - 40_000)) }, 'store.corrupt'],
    ['no database', (path) => { writeFileSync(path, 'These are my notes, not a database. '.repeat(200)) }, 'store.corrupt'],
    ['an empty file', (path) => { writeFileSync(path, '') }, 'store.corrupt'],
  ]
  for (const [what, spoil, code] of cases) test(`${what}: ${code}`, () => {
    const directory = filled()
    spoil(fileOf(directory))
    const before = readFileSync(fileOf(directory))
    assert.throws(() => open(directory), { code })
    assert.ok(readFileSync(fileOf(directory)).equals(before), 'the file is as it was')
    if (code === 'store.corrupt') assert.ok(readFileSync(`${fileOf(directory)}.damaged`).equals(before), 'and a copy is beside it')
    assert.throws(() => open(directory), { code }, 'a second try says the same')
  })

  test('a damaged one keeps its write-ahead log, and the copy has it as well', () => {
    const directory = filled()
    const place = openPlace(directory)
    storeTurn(place, 'in the log', [], TurnId.parse('turn_2'))
    const elsewhere = newPlace()
    for (const suffix of ['', '-wal']) copyFileSync(`${fileOf(directory)}${suffix}`, `${fileOf(elsewhere)}${suffix}`)
    place.close()
    const bytes = readFileSync(fileOf(elsewhere))
    bytes.fill(0xa5, 40_960, 45_056)
    writeFileSync(fileOf(elsewhere), bytes)
    const log = readFileSync(`${fileOf(elsewhere)}-wal`)
    assert.throws(() => open(elsewhere), { code: 'store.corrupt' })
    assert.ok(readFileSync(`${fileOf(elsewhere)}-wal`).equals(log))
    assert.ok(readFileSync(`${fileOf(elsewhere)}.damaged-wal`).equals(log))
  })

  const OPEN_AS_OTHER = `
    const { openStore } = await import(${JSON.stringify(join(import.meta.dirname, '../../electron/core/store/database.ts'))})
    const { coreMigrations } = await import(${JSON.stringify(join(import.meta.dirname, '../../electron/core/store/migrations.ts'))})
    if (process.getuid() === 0) process.setuid(65534)
    try { openStore(process.argv[1], coreMigrations); console.log('opened') } catch (error) { console.log(error.code) }`
  const openAsOther = (directory: string): string =>
    spawnSync(process.execPath, ['--input-type=module', '-e', OPEN_AS_OTHER, directory], { encoding: 'utf8' }).stdout.trim()

  test('in a folder that can’t be written: said, and nothing is made', () => {
    const directory = filled()
    chmodSync(fileOf(directory), 0o444)
    chmodSync(directory, 0o555)
    const code = openAsOther(directory)
    chmodSync(directory, 0o755)
    assert.match(code, /^store\.(read-only|not-owned)$/)
    assert.ok(!existsSync(`${fileOf(directory)}.damaged`))
  })

  test('in a folder that lets this person in no further: said', () => {
    const directory = filled()
    // As root another person tries; anybody else shuts themselves out.
    chmodSync(directory, process.getuid?.() === 0 ? 0o700 : 0o000)
    const code = openAsOther(directory)
    chmodSync(directory, 0o700)
    assert.match(code, /^store\.(read-only|not-owned)$/)
  })
})

describe('a data directory', () => {
  test('that is new is made, with its folder for the person alone, and opens again with what was stored', () => {
    const directory = join(newPlace(), 'deep', 'data')
    const place = openPlace(directory)
    storeTurn(place, 'hello')
    place.close()
    assert.equal(statSync(directory).mode & 0o777, 0o700)
    assert.ok(!existsSync(`${fileOf(directory)}.new`))
    const again = openPlace(directory)
    assert.equal(again.database.prepare('SELECT count(*) FROM turns').pluck().get(), 1)
    again.close()
  })

  test('whose first start was cut off is made anew, because nothing was ever in it', () => {
    const directory = newPlace()
    writeFileSync(`${fileOf(directory)}.new`, 'half of it')
    openPlace(directory).close()
    assert.ok(statSync(fileOf(directory)).size > 0)
  })

  test('takes one core at a time', () => {
    const place = openPlace()
    assert.throws(() => open(place.directory), { code: 'store.busy' })
    place.close()
    openPlace(place.directory).close()
  })

  test('that another program holds for a while is waited for', async () => {
    const directory = filled()
    const HOLD = `
      const Database = (await import('better-sqlite3')).default
      const database = new Database(process.argv[1])
      database.exec('BEGIN EXCLUSIVE')
      console.log('held')
      setTimeout(() => { database.exec('COMMIT'); database.close() }, 700)`
    const holder = spawn(process.execPath, ['--input-type=module', '-e', HOLD, fileOf(directory)], { stdio: ['ignore', 'pipe', 'inherit'], cwd: join(import.meta.dirname, '../..') })
    await new Promise((resolve) => { createInterface({ input: holder.stdout }).once('line', resolve) })
    const place = openPlace(directory)
    assert.equal(place.database.prepare('SELECT count(*) FROM turns').pluck().get(), 1)
    place.close()
  })

  test('gets what is new in the middle of the list of changes, once, and keeps the rest', () => {
    const directory = newPlace()
    const other = { name: 'a connector’s', sql: 'CREATE TABLE shelf (item TEXT)' }
    const first = openStore(directory, [...coreMigrations, other])
    first.database.exec(`INSERT INTO shelf VALUES ('kept')`)
    first.close()
    const later = { name: 'a later one of the core', sql: 'CREATE TABLE drawer (item TEXT)' }
    for (let round = 0; round < 2; round += 1) {
      const second = openStore(directory, [...coreMigrations, later, other])
      assert.deepEqual([second.database.prepare('SELECT item FROM shelf').pluck().all(), second.database.prepare('SELECT count(*) FROM drawer').pluck().get()], [['kept'], 0])
      second.close()
    }
    assert.throws(() => openStore(directory, [...coreMigrations, other]), { code: 'store.newer' })
  })

  test('where a change fails is as it was before', () => {
    const directory = filled()
    assert.throws(() => openStore(directory, [...coreMigrations, { name: 'half', sql: 'CREATE TABLE half (x); CREATE TABLE half (x)' }]), { code: 'store.unavailable' })
    const place = openPlace(directory)
    assert.equal(place.database.prepare(`SELECT count(*) FROM sqlite_schema WHERE name = 'half'`).pluck().get(), 0)
    place.close()
  })

  test('that is a file is said to be none', () => {
    const path = join(newPlace(), 'file')
    writeFileSync(path, 'x')
    assert.throws(() => open(path), { code: 'store.read-only' })
  })
})
