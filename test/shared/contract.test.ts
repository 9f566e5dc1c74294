import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { contract } from '../../shared/contract.ts'

const SHARED = join(import.meta.dirname, '..', '..', 'shared')
const Module = z.record(z.string(), z.unknown())
const Area = z.record(z.string(), z.object({ kind: z.enum(['call', 'watch']) }))

test('each operation of an area is in the contract, and no two areas have one of the same name', async () => {
  const modules = await Promise.all(globSync('*.ts', { cwd: SHARED }).map(async (file) => Module.parse({ ...await import(pathToFileURL(join(SHARED, file)).href) })))
  const areas = modules.flatMap((module) => Object.entries(module).filter(([name]) => name.endsWith('Operations')).flatMap(([, area]) => (Array.isArray(area) ? [] : [Area.parse(area)])))
  const names = areas.flatMap((area) => Object.keys(area))
  assert.ok(areas.length > 20)
  assert.deepEqual(names.filter((name, index) => names.indexOf(name) !== index), [])
  assert.deepEqual(names.filter((name) => !Object.hasOwn(contract, name)), [])
})
