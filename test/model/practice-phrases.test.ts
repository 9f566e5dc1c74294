import assert from 'node:assert/strict'
import test from 'node:test'
import { Marked } from 'marked'
import { roundsOf } from '../../electron/core/model/practice-action.ts'
import { COMBINED_EXAMPLES, PHRASES } from '../../electron/core/model/practice-phrases.ts'
import { readPlan } from '../../electron/core/model/practice-plan.ts'
import { countWords } from '../../electron/core/model/practice-pieces.ts'
import { ask, defineOffered, hear, OFFERED } from './practice-ask.ts'

const callsOf = async (message: string, tools = OFFERED): Promise<unknown[]> =>
  (await hear([ask(message)], tools)).calls.map(({ name, arguments: text }) => [name, JSON.parse(text)])

const understood: readonly (readonly [message: string, tool: string, args: object])[] = [
  ['remember that the report is due on Friday', 'recall__add_memory', { text: 'the report is due on Friday' }],
  ['Please remember I eat and then sleep.', 'recall__add_memory', { text: 'I eat and then sleep.' }],
  ['what do you know about the report?', 'recall__search_memories', { query: 'the report' }],
  ['list memories', 'recall__list_memories', {}],
  ['forget memory 3', 'recall__forget_memory', { id: 3 }],
  ['add a task Try Gatehouse', 'tasks__create_task', { title: 'Try Gatehouse' }],
  ['add a task to send the report', 'tasks__create_task', { title: 'send the report' }],
  ['List my tasks.', 'tasks__list_tasks', {}],
  ['complete task #2', 'tasks__complete_task', { id: 2 }],
  ['delete task 2', 'tasks__delete_task', { id: 2 }],
  ['write a note about the trip: Pack: tent', 'notes__write_note', { title: 'the trip', text: 'Pack: tent' }],
  ['add to note 2: stove', 'notes__append_note', { id: 2, text: 'stove' }],
  ['read note #2', 'notes__read_note', { id: 2 }],
  ['list files', 'files__list', {}],
  ['list files in a b/c', 'files__list', { path: 'a b/c' }],
  ['read "my notes.md"', 'files__read', { path: 'my notes.md' }],
  ['find *.md', 'files__find', { pattern: '*.md' }],
  ['search files for due date', 'files__grep', { text: 'due date' }],
  ['write a/notes.md: line one\nline: two', 'files__write', { path: 'a/notes.md', content: 'line one\nline: two' }],
  ['overwrite notes.md: x', 'files__write', { path: 'notes.md', content: 'x', overwrite: true }],
  ['replace in notes.md: Friday -> Monday', 'files__edit', { path: 'notes.md', old: 'Friday', new: 'Monday' }],
  ['delete file a.md', 'files__delete', { path: 'a.md' }],
  ['make folder x', 'files__make_folder', { path: 'x' }],
  ['move a b.md to c/d.md', 'files__move', { from: 'a b.md', to: 'c/d.md' }],
  ['fetch http://127.0.0.1:8080/page?q=1', 'web__fetch_page', { url: 'http://127.0.0.1:8080/page?q=1' }],
  ['call tasks__list_tasks', 'tasks__list_tasks', {}],
  ['call add_memory {"text":"a } and, b"}', 'recall__add_memory', { text: 'a } and, b' }],
]
for (const [message, tool, args] of understood) {
  test(`"${message.replaceAll('\n', ' ')}" calls ${tool}`, async () => assert.deepEqual(await callsOf(message), [[tool, args]]))
}

test('every phrase of the table does what it is there for when its tools are offered', async () => {
  for (const { example, tools } of PHRASES) {
    const plan = readPlan(example)
    assert.equal(plan?.length, 1, example)
    const action = plan?.[0]?.action
    if (action?.kind === 'fail') continue
    const { calls, text, stopReason } = await hear([ask(example)])
    assert.ok(text.trim() !== '', example)
    for (const tool of tools) assert.ok(calls.some(({ name }) => name === tool), `${example} calls ${tool}`)
    assert.equal(calls.length > 0, action !== undefined && roundsOf(action) > 0, example)
    if (calls.every(({ isWhole }) => isWhole) && stopReason === 'tool_use' && action?.kind !== 'broken-arguments') calls.forEach((call) => assert.doesNotThrow(() => JSON.parse(call.arguments)))
  }
})

test('no example is caught by another phrase', () => {
  for (const { example, pattern } of PHRASES) assert.equal(PHRASES.find((phrase) => phrase.pattern.test(example))?.pattern, pattern, example)
})

const phrasesIn = (markdown: string): string[] => {
  const found: string[] = []
  const walk = new Marked({ walkTokens: (token) => { if (token.type === 'link' && String(token.href).startsWith('phrase:')) found.push(decodeURIComponent(String(token.href).slice('phrase:'.length))) } })
  walk.parse(markdown, { async: false })
  return found
}

for (const message of ['make me a sandwich', 'help', 'what can you do?', 'hello']) {
  test(`"${message}" lists what is understood as phrases to click, and each of them is`, async () => {
    const { text, calls, stopReason } = await hear([ask(message)])
    assert.deepEqual([calls, stopReason], [[], 'end_turn'])
    assert.match(text, /practice model: I follow fixed rules and understand no language/)
    const phrases = phrasesIn(text)
    assert.deepEqual(new Set(phrases), new Set([...PHRASES, ...COMBINED_EXAMPLES].map(({ example }) => example)))
    for (const phrase of phrases) assert.ok(readPlan(phrase) !== null, phrase)
  })
}

test('a phrase’s label reads as the phrase', async () => {
  const { text } = await hear([ask('help')])
  const labels: string[] = []
  new Marked({ walkTokens: (token) => { if (token.type === 'link') labels.push((token.tokens ?? []).map((part) => ('text' in part ? String(part.text) : '')).join('')) } }).parse(text, { async: false })
  assert.deepEqual(new Set(labels), new Set(phrasesIn(text)))
})

test('phrases whose tools were not offered are left out and named', async () => {
  const { text } = await hear([ask('help')], OFFERED.filter(({ name }) => name.startsWith('tasks__')))
  assert.ok(!text.includes('phrase:remember') && !text.includes('phrase:fetch') && text.includes('phrase:list%20tasks'))
  assert.match(text, /Left out, because I was given no tools for it in this turn: Memory, Notes, Files, Web\./)
})

test('a tool that was not offered is said and never called', async () => {
  for (const [message, name] of [['remember tea', 'recall__add_memory'], ['call forget_memory {"id":1}', 'forget_memory'], ['call list_tasks and nothing_like_it', 'nothing_like_it']] as const) {
    const { text, calls, stopReason } = await hear([ask(message)], [defineOffered('tasks__list_tasks')])
    assert.ok(text.includes(`I was not given ${name} in this turn, so I can’t.`), text)
    assert.deepEqual([calls, stopReason], [[], 'end_turn'])
  }
})

test('a bare name that two connectors have is asked about', async () => {
  const { text, calls } = await hear([ask('call execute_sql {"q":"x"}')], [defineOffered('mcp-prod__execute_sql'), defineOffered('mcp-test__execute_sql')])
  assert.equal(calls.length, 0)
  assert.match(text, /mcp-prod__execute_sql, mcp-test__execute_sql\. Say which one/)
})

test('several calls go out in one step, in the order they were asked for', async () => {
  assert.deepEqual(await callsOf('call list_tasks, list_memories {"limit":3}, and search_memories {"query":"a, b and c"}'), [
    ['tasks__list_tasks', {}], ['recall__list_memories', { limit: 3 }], ['recall__search_memories', { query: 'a, b and c' }],
  ])
})

test('fields go where the offered schema has a place for them', async () => {
  const remember = defineOffered('recall__add_memory', { kind: { enum: ['fact'] }, fact: { type: 'string' } }, ['fact'])
  assert.deepEqual(await callsOf('remember tea', [remember]), [['recall__add_memory', { fact: 'tea' }]])
  assert.deepEqual(await callsOf('delete task 7', [defineOffered('tasks__delete_task', { id: { type: 'string' } })]), [['tasks__delete_task', { id: '7' }]])
})

test('arguments that somebody typed go out as typed, even broken ones', async () => {
  for (const typed of ['{"a":1,"a":2}', '{"n":12345678901234567890}', '{"a":', '{ }']) {
    assert.equal((await hear([ask(`call list_tasks ${typed}`)])).calls[0]?.arguments, typed)
  }
})

test('a long answer has as many words as were asked for, with headings, lists and tables', async () => {
  for (const words of [1, 60, 200, 1234]) assert.equal(countWords((await hear([ask(`write ${words} words`)])).text), words)
  const { text } = await hear([ask('write a long answer')])
  assert.match(text, /^## /m)
  assert.match(text, /^- /m)
  assert.match(text, /^\| --- \|/m)
})

test('the markdown showcase has every part a window must draw', async () => {
  const { text } = await hear([ask('show markdown')])
  const kinds = new Set<string>()
  new Marked({ walkTokens: (token) => { kinds.add(token.type) } }).parse(text, { async: false })
  for (const kind of ['heading', 'strong', 'list', 'table', 'code', 'link', 'image', 'html']) assert.ok(kinds.has(kind), kind)
})

test('a very long message is read in a moment', async () => {
  const start = performance.now()
  for (const filler of [' ', '. ', 'then ', 'a', '\n']) await hear([ask(`x${filler.repeat(500_000)}x`)])
  assert.ok(performance.now() - start < 5000)
})
