import type { Page } from 'playwright-core'
import { z } from 'zod'

/** Begins to note, in the page, every stretch in which it could neither draw nor take a press. */
export async function watchLongTasks(page: Page): Promise<void> {
  await page.evaluate(() => {
    const noted: { start: number; duration: number }[] = []
    Reflect.set(globalThis, 'longTasks', noted)
    new PerformanceObserver((list) => { for (const { startTime, duration } of list.getEntries()) noted.push({ start: startTime, duration }) }).observe({ type: 'longtask' })
  })
}

/** Milliseconds each, in the order they came. */
export const longTasks = (page: Page): Promise<readonly number[]> => page.evaluate(() => {
  const noted: unknown = Reflect.get(globalThis, 'longTasks')
  return Array.isArray(noted) ? noted.map((entry: unknown) => (entry instanceof Object && 'duration' in entry && typeof entry.duration === 'number' ? entry.duration : 0)) : []
})

/** Milliseconds of script, style and layout the page has spent since it was loaded, whoever else uses the processor. */
export async function timeSpent(page: Page): Promise<() => Promise<{ readonly busy: number; readonly nodes: number }>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    const valueOf = (name: string): number => metrics.find((metric) => metric.name === name)?.value ?? 0
    return { busy: valueOf('TaskDuration') * 1000, nodes: valueOf('Nodes') }
  }
}

const Trace = z.object({ traceEvents: z.array(z.looseObject({ name: z.string(), ph: z.string(), pid: z.number(), tid: z.number(), dur: z.number().optional(), tdur: z.number().optional(), args: z.looseObject({ name: z.string().optional() }).optional() })) })

/** One stretch of work of a page's main thread. Milliseconds. */
export interface Task { /** Which it worked itself, whoever else used the processor meanwhile. */ readonly own: number; /** From beginning to end. */ readonly whole: number }

/** Has the browser note every task of the page's main thread. Resolves to the way to end that, which gives them. */
export async function traceTasks(page: Page): Promise<() => Promise<readonly Task[]>> {
  const browser = page.context().browser()
  if (browser === null) throw new Error('the page has no browser of its own')
  await browser.startTracing(page, { categories: ['toplevel'] })
  return async () => {
    const { traceEvents } = Trace.parse(JSON.parse((await browser.stopTracing()).toString('utf8')))
    const threads = new Set(traceEvents.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain').map(({ pid, tid }) => `${pid} ${tid}`))
    return traceEvents.flatMap(({ name, ph, pid, tid, dur = 0, tdur = 0 }) => (ph === 'X' && /RunTask$/.test(name) && threads.has(`${pid} ${tid}`) ? [{ own: tdur / 1000, whole: dur / 1000 }] : []))
  }
}
