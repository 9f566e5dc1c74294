import { spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after } from 'node:test'
import { AxeBuilder } from '@axe-core/playwright'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import { z } from 'zod'

const ROOT = join(import.meta.dirname, '..', '..')
const Ready = z.object({ ready: z.literal(true), url: z.string(), problem: z.string().optional() })

export interface Process {
  readonly url: string
  readonly problem: string | null
  kill(): Promise<void>
  quit(): Promise<number | null>
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

/** The shell as a person starts it, in a process of its own. Resolves when its window can be opened. */
export async function startProcess(dataDirectory: string, environment: Readonly<Record<string, string>> = {}): Promise<Process> {
  const child = spawn(process.execPath, [join(ROOT, 'electron', 'serve.ts')], { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, GATEHOUSE_DATA: dataDirectory, ...environment } })
  children.add(child)
  const exited = new Promise<number | null>((resolve) => { child.once('exit', (code) => { children.delete(child); resolve(code) }) })
  const line = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve)
    void exited.then((code) => { reject(new Error(`the shell ended with ${String(code)} before it was ready`)) })
  })
  const ready = Ready.parse(JSON.parse(line))
  return {
    url: ready.url, problem: ready.problem ?? null,
    kill: async () => { child.kill('SIGKILL'); await exited },
    quit: async () => { child.kill('SIGTERM'); return exited },
  }
}

export interface Look { readonly theme?: 'light' | 'dark'; readonly width?: number; readonly height?: number }

/** A window of its own, with nothing remembered from another one. */
export async function openWindow(url: string, { theme = 'light', width = 1280, height = 800 }: Look = {}): Promise<{ readonly page: Page; readonly context: BrowserContext }> {
  browser ??= await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  })
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: theme, reducedMotion: 'reduce' })
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  await page.goto(url)
  return { page, context }
}

/** What axe finds on the page as it is now; empty is what it should be. */
export async function findViolations(page: Page): Promise<readonly string[]> {
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map((node) => node.target.join(' ')).join(' | ')}`)
}

/** Kept only when GATEHOUSE_SHOTS names a folder. */
export async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env['GATEHOUSE_SHOTS']
  if (folder === undefined) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`) })
}
