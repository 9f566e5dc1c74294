import { readFileSync, writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { compileFunction } from 'node:vm'
import { connectCorePort } from '../../renderer/core-port.ts'
import { createCoreClient } from '../../shared/core-client.ts'
import { DesktopPage } from '../fakes/desktop.ts'
import * as electron from '../fakes/electron.ts'

/* Runs what was packed, from the folder given, as Electron would: its own bundles, its own packages, and a fake Electron. */

const [, , folder = ''] = process.argv
registerHooks({ resolve: (specifier, context, next) => (specifier === 'electron' ? { url: new URL('../fakes/electron.ts', import.meta.url).href, shortCircuit: true } : next(specifier, context)) })
Object.assign(electron.fake, { isPackaged: true, appPath: folder })
electron.fake.trayFails = false
Object.assign(process, { resourcesPath: folder })
writeFileSync(join(folder, 'app-update.yml'), 'provider: generic\nurl: https://feed.invalid/\nupdaterCacheDirName: gatehouse-updater\n')

await import(pathToFileURL(join(folder, 'out', 'desktop', 'main', 'desktop.js')).href)
await electron.until(() => electron.fake.windows.length > 0 || electron.fake.exits.length > 0)
const [window] = electron.fake.windows
if (window === undefined) throw new Error(JSON.stringify(electron.fake.errorBoxes))

const page = new DesktopPage()
const preload = readFileSync(window.options.webPreferences?.preload ?? '', 'utf8')
electron.preloads.set('packed', window)
const ipcRenderer = { postMessage: (channel: string, _message: unknown, ports: Parameters<typeof electron.postPorts>[1]) => { electron.postPorts(window, ports, window.webContents.mainFrame, channel) } }
Reflect.apply(compileFunction(preload, ['require', 'window']), null, [() => ({ ipcRenderer }), page])
const client = createCoreClient(connectCorePort(page))
const info = await client.call('app.info', {})
const suggestions = await client.call('model.suggestions', {})
const { chatId } = await client.call('chat.create', {})
await client.call('chat.rename', { chatId, title: 'Packed' })
const exported = await client.call('chat.export', { chatId, format: 'markdown' })
await client.call('secret.places', {})
const index = await electron.protocol.handlers.get('app')?.(new Request('app://gatehouse/'))
client.close()
page.unload()
electron.app.quit()
await electron.until(() => electron.fake.exits.length > 0)
const answer = { info, suggestions: suggestions.length, chatId, exported: exported.content, forks: electron.fake.forks.map(({ file }) => file.slice(folder.length)), page: index?.status, exits: electron.fake.exits }
process.stdout.write(`${JSON.stringify(answer)}\n`)
