import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after } from 'node:test'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import { z } from 'zod'

const ROOT = join(import.meta.dirname, '..', '..')
const StartLine = z.union([
  z.object({ ready: z.literal(true), url: z.string(), problem: z.string().optional() }),
  z.object({ handedOver: z.literal(true), url: z.string() }),
  z.object({ ready: z.literal(false), message: z.string() }),
])
export type StartLine = z.infer<typeof StartLine>

export interface Process {
  readonly url: string
  readonly problem: string | null
  kill(): Promise<void>
  quit(): Promise<number | null>
}

export interface ProcessOptions {
  readonly environment?: Readonly<Record<string, string>>
  /** Of the account it runs as; left out: the one that runs the tests. */
  readonly uid?: number
}

const children = new Set<ChildProcess>()
let browser: Browser | null = null
const folders = new Set<string>()

after(async () => {
  await browser?.close()
  for (const child of children) child.kill('SIGKILL')
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-e2e-'))
  folders.add(folder)
  return folder
}

/**
 * Ports of this file's own: were they the usual ones, a shell that starts in another file could take the port of one
 * that was ended here, and this one's window would find a stranger behind it. Below those that systems give out by themselves.
 */
const FIRST_PORT = 10_000 + (process.pid % 1000) * 20

/** Those that a shell of this file has or is about to have, and those that were found to be somebody else's. */
const taken = new Set<number>()

async function takePort(): Promise<number> {
  for (let port = FIRST_PORT; ; port += 1) {
    if (taken.has(port)) continue
    taken.add(port)
    if (await isFree(port)) return port
  }
}

const isFree = (port: number): Promise<boolean> => new Promise((resolve) => {
  const probe = createServer()
  probe.once('error', () => { resolve(false) })
  probe.listen(port, '127.0.0.1', () => { probe.close(() => { resolve(true) }) })
})

interface Launch { readonly child: ChildProcess; readonly line: StartLine; readonly exited: Promise<number | null> }

/** The shell as a person starts it, in a process of its own. Resolves when it has said how its start went. */
export async function launch(dataDirectory: string, { environment = {}, uid }: ProcessOptions = {}): Promise<Launch> {
  const port = await takePort()
  const child = spawn(process.execPath, [join(ROOT, 'electron', 'serve.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, GATEHOUSE_DATA: dataDirectory, GATEHOUSE_PORT: String(port), ...environment }, ...(uid === undefined ? {} : { uid, gid: uid }),
  })
  children.add(child)
  const exited = new Promise<number | null>((resolve) => { child.once('exit', (code) => { children.delete(child); taken.delete(port); resolve(code) }) })
  const line = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve)
    void exited.then((code) => { reject(new Error(`the shell ended with ${String(code)} and said nothing`)) })
  })
  return { child, line: StartLine.parse(JSON.parse(line)), exited }
}

/** A start whose window can be opened. */
export async function startProcess(dataDirectory: string, environment: Readonly<Record<string, string>> = {}, options: Omit<ProcessOptions, 'environment'> = {}): Promise<Process> {
  const { child, line, exited } = await launch(dataDirectory, { environment, ...options })
  if (!('ready' in line) || !line.ready) throw new Error(`the shell has no window: ${JSON.stringify(line)}`)
  return {
    url: line.url, problem: line.problem ?? null,
    kill: async () => { child.kill('SIGKILL'); await exited },
    quit: async () => { child.kill('SIGTERM'); return exited },
  }
}

export interface Look { readonly theme?: 'light' | 'dark'; readonly width?: number; readonly height?: number }
export interface Window { readonly page: Page; readonly context: BrowserContext; /** What its console complained of. */ readonly complaints: readonly string[] }

/** The lighter one where it is there: the same browser without a desktop's parts around the page. */
const BROWSERS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']

async function openBrowser(): Promise<Browser> {
  browser ??= await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? BROWSERS.find((path) => existsSync(path)) ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  })
  return browser
}

/** A window of its own, with nothing remembered from another one. */
export async function openWindow(url: string, { theme = 'light', width = 1280, height = 800 }: Look = {}): Promise<Window> {
  const context = await (await openBrowser()).newContext({ viewport: { width, height }, colorScheme: theme, reducedMotion: 'reduce' })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => { complaints.push(error.message) })
  // A shell that was ended on purpose leaves its window without a connection, and its port to another one, which doesn't know that window.
  page.on('console', (message) => {
    const isOfConnection = /WebSocket|ERR_CONNECTION/.test(message.text()) || message.location().url.endsWith('/session')
    if (message.type() === 'error' && !isOfConnection) complaints.push(message.text())
  })
  page.setDefaultTimeout(15_000)
  await page.goto(url)
  return { page, context, complaints }
}

// The build of axe that its own package for this browser driver brings.
const axeSource = readFileSync(createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'), 'utf8')
const Violations = z.array(z.object({ id: z.string(), nodes: z.array(z.object({ target: z.array(z.unknown()), html: z.string() })) }))

/** What axe finds on the page as it is now, by every rule it has; empty is what it should be. */
export async function findViolations(page: Page): Promise<readonly string[]> {
  if (!await page.evaluate(() => 'axe' in globalThis)) await page.evaluate(axeSource)
  const found: unknown = await page.evaluate(async () => {
    // Colours on their way in would be measured half-way.
    await Promise.all(document.getAnimations().filter((animation) => animation.effect?.getComputedTiming().iterations !== Infinity).map((animation) => animation.finished.catch(() => undefined)))
    const axe: unknown = Reflect.get(globalThis, 'axe')
    const run: unknown = axe instanceof Object ? Reflect.get(axe, 'run') : undefined
    if (!(run instanceof Function)) throw new Error('axe is not on the page')
    const results: { readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly target: readonly unknown[]; readonly html: string }[] }[] } = await run(document, { resultTypes: ['violations'] })
    return results.violations.map(({ id, nodes }) => ({ id, nodes: nodes.slice(0, 3).map(({ target, html }) => ({ target: [...target], html: html.slice(0, 120) })) }))
  })
  return Violations.parse(found).map(({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.target.join(' ')} ${node.html}`).join(' | ')}`)
}

/** Kept only when GATEHOUSE_SHOTS names a folder. */
export async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env['GATEHOUSE_SHOTS']
  if (folder === undefined) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`) })
}
