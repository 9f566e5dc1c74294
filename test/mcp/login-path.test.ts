import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { createLoginPath } from '../../electron/core/mcp/login-path.ts'
import { callContext, fakeServer, liveServers } from './live-servers.ts'

const BARE = '/usr/bin:/bin'

function homeWith(t: TestContext, profile: string): string {
  const home = mkdtempSync(join(tmpdir(), 'gatehouse-home-'))
  t.after(() => { rmSync(home, { recursive: true, force: true }) })
  writeFileSync(join(home, '.profile'), profile)
  return home
}
const ask = (own: Record<string, string>, timeLimit = 4000): Promise<string> => createLoginPath({ own, platform: 'linux', timeLimit })()

test('a bare PATH is completed from the login shell, whatever else its start-up files print', async (t) => {
  const home = homeWith(t, 'echo welcome; printf "\\033[31mnoise\\033[0m"\nPATH="$HOME/.local/bin:$PATH"\necho done\n')
  const path = await ask({ HOME: home, PATH: BARE, SHELL: '/bin/bash' })
  assert.equal(path.split(':')[0], join(home, '.local/bin'))
  assert.ok(path.split(':').includes('/usr/bin'))
})

test('start-up files that hang, fail or replace the shell cost a bounded wait and nothing else', async (t) => {
  const from = Date.now()
  assert.equal(await ask({ HOME: homeWith(t, 'sleep 60\n'), PATH: BARE, SHELL: '/bin/bash' }, 300), BARE)
  assert.ok(Date.now() - from < 3000)
  assert.equal(await ask({ HOME: homeWith(t, 'exit 3\n'), PATH: BARE, SHELL: '/bin/bash' }), BARE)
  assert.equal(await ask({ HOME: '/', PATH: BARE, SHELL: '/no/such/shell' }), BARE)
})

test('a PATH that a person made is left as it is, and the shell is asked once', async (t) => {
  const home = homeWith(t, 'echo x >> "$HOME/asked"\nPATH="/elsewhere:$PATH"\n')
  assert.equal(await ask({ HOME: home, PATH: '/opt/mine:/usr/bin', SHELL: '/bin/bash' }), '/opt/mine:/usr/bin')
  const path = createLoginPath({ own: { HOME: home, PATH: BARE, SHELL: '/bin/bash' }, platform: 'linux' })
  assert.deepEqual(new Set(await Promise.all([path(), path(), path()])).size, 1)
})

test('a shell that was late is asked again the next time, though not for ever', async (t) => {
  const home = homeWith(t, 'echo x >> "$HOME/asked"\nwhile [ ! -e "$HOME/go" ]; do sleep 0.05; done\nPATH="/elsewhere:$PATH"\n')
  const own = { HOME: home, PATH: BARE, SHELL: '/bin/sh' }
  const asked = (): number => readFileSync(join(home, 'asked'), 'utf8').trim().split('\n').length
  const never = createLoginPath({ own, platform: 'linux', timeLimit: 1000 })
  for (let times = 0; times < 5; times += 1) assert.equal(await never(), BARE)
  assert.equal(asked(), 3)

  const path = createLoginPath({ own, platform: 'linux', timeLimit: 3000 })
  assert.equal(await path(), BARE)
  writeFileSync(join(home, 'go'), '')
  assert.ok([await path(), await path()].some((found) => found.startsWith('/elsewhere:')))
})

test('a launcher that only the login shell knows is found', async (t) => {
  const home = homeWith(t, 'PATH="$HOME/.local/bin:$PATH"\n')
  mkdirSync(join(home, '.local/bin'), { recursive: true })
  writeFileSync(join(home, '.local/bin/fake-launcher'), `#!/bin/sh\nexec "${process.execPath}" "$@"\n`)
  chmodSync(join(home, '.local/bin/fake-launcher'), 0o755)
  const live = liveServers(t, [fakeServer('plain', { command: 'fake-launcher' })], { own: { HOME: home, PATH: BARE, SHELL: '/bin/bash' } })
  await live.reached('plain', 'ready')
  assert.equal(JSON.parse(String(await live.tool('plain', 'arguments').run({}, callContext()))).cwd, home)
})
