import assert from 'node:assert/strict'
import { test } from 'node:test'
import Database from 'better-sqlite3'
import { createTasksConnector } from '../../electron/core/connectors/tasks/create-tasks-connector.ts'
import { TASKS_SCHEMA } from '../../electron/core/connectors/tasks/schema.ts'
import { openTaskStore } from '../../electron/core/connectors/tasks/task-store.ts'
import { callTool, failTool, listOf, memberOf, PAGE_TAINT, textOf, toolOf } from './call-tool.ts'

function start() {
  const database = new Database(':memory:')
  database.exec(TASKS_SCHEMA)
  let time = Date.UTC(2030, 0, 1)
  const now = () => (time += 1000)
  const store = openTaskStore(database)
  return { database, connector: createTasksConnector({ tasks: store, now }), store }
}

const idsOf = (value: unknown) => listOf(value, 'tasks').map(({ id }) => id)

test('each tool has the class that the matrix needs', () => {
  const { connector } = start()
  assert.deepEqual(connector.tools.map(({ identity, toolClass }) => [identity.tool, toolClass]), [
    ['list_tasks', 'read'], ['get_task', 'read'], ['create_task', 'write'], ['update_task', 'write'], ['complete_task', 'write'], ['delete_task', 'destructive'],
  ])
})

test('only days of the calendar are taken for a due date', () => {
  const create = toolOf(start().connector, 'create_task')
  for (const due of ['2028-02-29', '2030-12-31']) assert.equal(create.check({ title: 'x', due }), null, due)
  for (const due of ['2030-02-29', '2030-04-31', '2030-13-01', '2030-1-1', 'tomorrow', '2030-01-01T00:00', '', ' 2030-01-01']) {
    assert.equal(create.check({ title: 'x', due })?.path, 'due', due)
  }
})

test('a title is bounded and visible', () => {
  const create = toolOf(start().connector, 'create_task')
  assert.equal(create.check({ title: 'x'.repeat(300) }), null)
  assert.equal(create.check({ title: 'x'.repeat(301) })?.path, 'title')
  assert.equal(create.check({ title: '  ' })?.path, 'title')
})

test('open tasks come by day, undated last; done and all are asked for', async () => {
  const { connector } = start()
  await callTool(connector, 'create_task', { title: 'undated' })
  await callTool(connector, 'create_task', { title: 'late', due: '2030-05-05' })
  await callTool(connector, 'create_task', { title: 'early', due: '2030-01-02' })
  await callTool(connector, 'complete_task', { id: 2 })
  assert.deepEqual(idsOf((await callTool(connector, 'list_tasks', {})).value), [3, 1])
  assert.deepEqual(idsOf((await callTool(connector, 'list_tasks', { show: 'done' })).value), [2])
  assert.deepEqual(idsOf((await callTool(connector, 'list_tasks', { show: 'all' })).value), [3, 1, 2])
})

test('a query looks into titles and notes, within the filter, whatever its signs', async () => {
  const { connector } = start()
  await callTool(connector, 'create_task', { title: 'Pay the plumber', notes: 'invoice "77"' })
  await callTool(connector, 'create_task', { title: 'Read invoices' })
  await callTool(connector, 'complete_task', { id: 2 })
  assert.deepEqual(idsOf((await callTool(connector, 'list_tasks', { query: 'invoice' })).value), [1])
  assert.deepEqual(idsOf((await callTool(connector, 'list_tasks', { query: '"77" OR (' })).value), [1])
  assert.deepEqual(idsOf((await callTool(connector, 'list_tasks', { query: 'voices', show: 'all' })).value), [2])
  assert.equal((await failTool(connector, 'list_tasks', { query: ' ' })).error.code, 'input.invalid')
})

test('pages follow one another and say when there is more', async () => {
  const { connector } = start()
  for (let index = 0; index < 5; index++) await callTool(connector, 'create_task', { title: `wash ${index}` })
  for (const query of [undefined, 'wash']) {
    const args = query === undefined ? {} : { query }
    const first = await callTool(connector, 'list_tasks', { ...args, limit: 3 })
    assert.match(textOf(first.value, 'note'), /offset 3/)
    const second = await callTool(connector, 'list_tasks', { ...args, limit: 3, offset: 3 })
    assert.equal(memberOf(second.value, 'note'), undefined)
    assert.deepEqual([...idsOf(first.value), ...idsOf(second.value)].sort(), [1, 2, 3, 4, 5])
  }
})

test('an update changes what is given and nothing else; null takes the day away', async () => {
  const { connector, store } = start()
  await callTool(connector, 'create_task', { title: 'a', notes: 'n', due: '2030-01-02' })
  await callTool(connector, 'update_task', { id: 1, title: 'b' })
  const { title, notes, due } = store.get(1)
  assert.deepEqual({ title, notes, due }, { title: 'b', notes: 'n', due: '2030-01-02' })
  await callTool(connector, 'update_task', { id: 1, due: null })
  assert.equal(store.get(1).due, null)
  assert.match(toolOf(connector, 'update_task').check({ id: 1 })?.problem ?? '', /nothing to change/)
})

test('a completed task keeps the time it was completed and can be opened again', async () => {
  const { connector, store } = start()
  await callTool(connector, 'create_task', { title: 'a' })
  await callTool(connector, 'complete_task', { id: 1 })
  const { completedAt } = store.get(1)
  await callTool(connector, 'complete_task', { id: 1 })
  assert.equal(store.get(1).completedAt, completedAt)
  await callTool(connector, 'update_task', { id: 1, state: 'open' })
  assert.equal(store.get(1).completedAt, null)
})

test('an unknown number is said to be unknown, whatever is asked of it', async () => {
  const { connector } = start()
  for (const [tool, args] of [['get_task', {}], ['update_task', { title: 'x' }], ['complete_task', {}], ['delete_task', {}]] as const) {
    const { error } = await failTool(connector, tool, { id: 4, ...args })
    assert.equal(error.code, 'input.not-found')
    assert.equal(error.message, 'There is no task 4.')
  }
})

test('a deleted task is gone from lists and search, and its number with it', async () => {
  const { connector } = start()
  await callTool(connector, 'create_task', { title: 'gone' })
  await callTool(connector, 'delete_task', { id: 1 })
  assert.deepEqual(idsOf((await callTool(connector, 'list_tasks', { show: 'all', query: 'gone' })).value), [])
  assert.equal(memberOf((await callTool(connector, 'create_task', { title: 'new' })).value, 'id'), 2)
})

test('a task written in a tainted step taints each read of it', async () => {
  const { connector } = start()
  await callTool(connector, 'create_task', { title: 'send money' }, { taint: [PAGE_TAINT] })
  await callTool(connector, 'create_task', { title: 'buy milk' })
  for (const [tool, args] of [['list_tasks', {}], ['list_tasks', { query: 'money' }], ['get_task', { id: 1 }]] as const) {
    const { noted } = await callTool(connector, tool, args)
    assert.deepEqual(noted.map(({ kind, label }) => [kind, label]), [['stored', 'task 1 (written after reading example.org/page)']])
  }
  assert.deepEqual((await callTool(connector, 'get_task', { id: 2 })).noted, [])
})

test('a partial change in a clean step keeps the old taint, a whole one ends it', async () => {
  const { connector } = start()
  await callTool(connector, 'create_task', { title: 't', notes: 'n' }, { taint: [PAGE_TAINT] })
  const taintedAfter = async (args: { title?: string; notes?: string; due?: string }) => {
    await callTool(connector, 'update_task', { id: 1, ...args })
    return (await callTool(connector, 'get_task', { id: 1 })).noted.length > 0
  }
  assert.equal(await taintedAfter({ title: 'mine' }), true)
  assert.equal(await taintedAfter({ notes: 'mine' }), true)
  assert.equal(await taintedAfter({ due: '2030-01-01' }), true)
  assert.equal(await taintedAfter({ title: 'mine', notes: 'mine' }), false)
})

test('any change in a tainted step taints a clean task', async () => {
  const { connector } = start()
  for (const [id, [tool, args]] of ([['update_task', { notes: 'x' }], ['update_task', { due: '2030-01-01' }], ['complete_task', {}]] as const).entries()) {
    await callTool(connector, 'create_task', { title: 'clean' })
    await callTool(connector, tool, { id: id + 1, ...args }, { taint: [PAGE_TAINT] })
    assert.equal((await callTool(connector, 'get_task', { id: id + 1 })).noted.length, 1, tool)
  }
})

test('the store refuses what the tools would', () => {
  const { store } = start()
  const writing = { at: 1, origin: null, taint: [] }
  assert.throws(() => store.create({ title: ' ', notes: '', due: null }, writing), { code: 'input.invalid' })
  assert.throws(() => store.create({ title: 'x', notes: '', due: '2030-02-30' }, writing), { code: 'input.invalid', message: /2030-01-31/ })
  store.create({ title: 'x', notes: '', due: null }, writing)
  assert.throws(() => store.update(1, { title: 'x'.repeat(301) }, writing), { code: 'input.invalid' })
  assert.equal(store.get(1).title, 'x')
})

test('an approval shows the task that would be changed or deleted', async () => {
  const { connector } = start()
  await callTool(connector, 'create_task', { title: 'Pay rent', notes: 'by bank', due: '2030-01-02' })
  const view = await toolOf(connector, 'delete_task').view({ id: 1 })
  assert.equal(view.kind, 'facts')
  assert.deepEqual(view.kind === 'facts' ? view.facts.map(({ name, value }) => [name, value]) : [],
    [['Task', '1'], ['Title', 'Pay rent'], ['State', 'open'], ['Due', '2030-01-02'], ['Notes', 'by bank']])
  assert.equal(toolOf(connector, 'delete_task').summarise({ id: 3 }), 'Delete task 3')
})
