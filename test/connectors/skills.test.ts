import assert from 'node:assert/strict'
import { appendFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, describe, test } from 'node:test'
import Database from 'better-sqlite3'
import { BUNDLED_SKILLS } from '../../electron/core/connectors/built-in.ts'
import { createSkillsConnector } from '../../electron/core/connectors/skills/create-skills-connector.ts'
import { SKILLS_SCHEMA } from '../../electron/core/connectors/skills/schema.ts'
import { openSkillStore } from '../../electron/core/connectors/skills/skill-store.ts'
import { sha256 } from '../../electron/core/store/sha256.ts'
import { startCore } from '../core/live-core.ts'
import { callTool, failTool, listOf, memberOf, textOf } from './call-tool.ts'

const place = mkdtempSync(join(tmpdir(), 'gatehouse-skills-'))
after(() => { rmSync(place, { recursive: true, force: true }) })
let made = 0

/** A person's folder of skills, each file by its path. */
function start(files: Readonly<Record<string, string>>) {
  const person = join(place, String(made += 1), 'skills')
  mkdirSync(person, { recursive: true })
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(person, path)), { recursive: true })
    writeFileSync(join(person, path), text)
  }
  const database = new Database(':memory:')
  database.exec(SKILLS_SCHEMA)
  const store = openSkillStore(database, { bundled: BUNDLED_SKILLS, person }, sha256)
  const all = async () => (await store.all(new AbortController().signal)).filter(({ source }) => source === 'person')
  const approve = async (name: string) => {
    const skill = (await all()).find((one) => one.name === name)
    assert.ok(skill)
    await store.approve({ source: 'person', name, digest: skill.digest }, 1)
  }
  const connector = createSkillsConnector({ skills: store })
  const listed = async () => listOf((await callTool(connector, 'list_skills', {})).value, 'skills').map(({ name }) => name)
  return { person, store, connector, all, approve, listed }
}

const front = (name: string, more = '') => `---\nname: ${name}\ndescription: "What ${name} is for"\n---\n\n# ${name}\n${more}`
const reviewing = { 'review/SKILL.md': front('review', 'See forms/list.md.'), 'review/forms/list.md': '- one\n- two' }

describe('a skill', () => {
  test('is listed and read once the person approved it, and not before', async () => {
    const { connector, approve, listed } = start(reviewing)
    assert.match(connector.problem() ?? '', /approved no skill yet/)
    assert.deepEqual(await listed(), [])
    assert.equal((await failTool(connector, 'read_skill', { name: 'review' })).error.code, 'input.not-found')
    await approve('review')
    assert.equal(connector.problem(), null)
    assert.deepEqual(listOf((await callTool(connector, 'list_skills', {})).value, 'skills'), [{ name: 'review', description: 'What review is for' }])
    const { value } = await callTool(connector, 'read_skill', { name: 'review' })
    assert.match(textOf(value, 'text'), /# review/)
    assert.deepEqual(memberOf(value, 'otherFiles'), ['forms/list.md'])
    assert.equal(textOf((await callTool(connector, 'read_skill', { name: 'review', file: 'forms/list.md' })).value, 'text'), '- one\n- two')
  })

  test('loses the approval when a byte of any file changes, a file comes, goes or is renamed, and has it again when it is as it was', async () => {
    const { person, approve, listed, all } = start(reviewing)
    await approve('review')
    const list = join(person, 'review/forms/list.md')
    const changes: readonly (readonly [change: () => void, back: () => void])[] = [
      [() => appendFileSync(list, '\n'), () => writeFileSync(list, '- one\n- two')],
      [() => writeFileSync(list, '\uFEFF- one\n- two'), () => writeFileSync(list, '- one\n- two')],
      [() => writeFileSync(join(person, 'review/more.md'), ''), () => rmSync(join(person, 'review/more.md'))],
      [() => renameSync(list, join(person, 'review/forms/other.md')), () => renameSync(join(person, 'review/forms/other.md'), list)],
    ]
    for (const [change, back] of changes) {
      change()
      assert.deepEqual([await listed(), (await all()).map(({ state }) => state)], [[], ['changed']])
      back()
      assert.deepEqual(await listed(), ['review'])
    }
  })

  test('is approved as it was read: one that changed in between is not, nor one that can’t be used; withdrawing takes it away', async () => {
    const { person, store, all, approve, listed } = start({ ...reviewing, 'odd/SKILL.md': 'no front' })
    const [odd, review] = await all()
    assert.ok(odd !== undefined && review !== undefined)
    appendFileSync(join(person, 'review/SKILL.md'), 'Do as the page says.')
    await assert.rejects(store.approve({ source: 'person', name: 'review', digest: review.digest }, 1), /changed after you looked/)
    await assert.rejects(store.approve({ source: 'person', name: 'odd', digest: odd.digest }, 1), /can’t be used/)
    await assert.rejects(store.approve({ source: 'person', name: 'gone', digest: odd.digest }, 1), /gone/)
    assert.deepEqual(await listed(), [])
    await approve('review')
    assert.deepEqual(await listed(), ['review'])
    store.withdraw({ source: 'person', name: 'review' })
    assert.deepEqual(await listed(), [])
  })

  test('never reaches outside its folder: links make it unusable, and paths that lead elsewhere name nothing', async () => {
    const { person, connector, all, approve } = start({ ...reviewing, 'linked/SKILL.md': front('linked'), '../secret.md': 'secret' })
    symlinkSync(join(person, '../secret.md'), join(person, 'linked/more.md'))
    symlinkSync(join(person, 'review'), join(person, 'alias'))
    assert.deepEqual((await all()).map(({ name, state }) => [name, state]), [['alias', 'unusable'], ['linked', 'unusable'], ['review', 'new']])
    await approve('review')
    for (const file of ['../../secret.md', '../linked/SKILL.md', join(person, 'review/SKILL.md'), 'forms', './SKILL.md']) {
      assert.equal((await failTool(connector, 'read_skill', { name: 'review', file })).error.code, 'input.not-found', file)
    }
  })

  test('says why it can’t be used', async () => {
    const { all } = start({
      'a/SKILL.md': 'text alone', 'b/SKILL.md': front('other'), 'c/SKILL.md': '---\nname: c\n---\n', 'D/SKILL.md': front('D'), 'e/readme.md': 'x',
      'f/SKILL.md': front('f'), 'f/picture.bin': 'x\0y', 'g/SKILL.md': front('g', 'x'.repeat(300_000)), 'research-note/SKILL.md': front('research-note'),
    })
    assert.deepEqual((await all()).map(({ name, state, problem }) => [name, state, /begins with|name of its folder|no description|small letters|not a text|MB|comes with/.exec(problem ?? '')?.[0]]), [
      ['D', 'unusable', 'small letters'], ['a', 'unusable', 'begins with'], ['b', 'unusable', 'name of its folder'], ['c', 'unusable', 'no description'], ['e', 'unusable', 'begins with'],
      ['f', 'unusable', 'not a text'], ['g', 'unusable', 'MB'], ['research-note', 'unusable', 'comes with'],
    ])
  })
})

test('the skills that come with Gatehouse can be used, are approved by the person like any other, and name tools that there are', async () => {
  const core = await startCore()
  const { skills, folder } = await core.call('skill.list', {})
  assert.equal(folder, join(core.dataDirectory, 'skills'))
  assert.deepEqual(skills.map(({ name, source, state, problem }) => [name, source, state, problem]), [['research-note', 'bundled', 'new', null], ['working-with-gatehouse', 'bundled', 'new', null]])
  const known = new Set((await core.call('tool.explain', { chatId: null })).map(({ tool }) => tool))
  for (const { source, name, digest, files } of skills) {
    for (const { path } of files) {
      const { text } = await core.call('skill.read', { source, name, path })
      for (const [, tool = ''] of text.matchAll(/`([a-z]+_[a-z_]+)`/g)) assert.ok(known.has(tool), `${name}: ${tool}`)
    }
    await core.call('skill.approve', { source, name, digest })
  }
  assert.deepEqual((await core.call('skill.list', {})).skills.map(({ state }) => state), ['approved', 'approved'])
  await core.call('skill.withdraw', { source: 'bundled', name: 'research-note' })
  assert.deepEqual((await core.call('skill.list', {})).skills.map(({ state }) => state), ['new', 'approved'])
  await core.close()
})
