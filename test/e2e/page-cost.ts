import type { Page } from 'playwright-core'

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
