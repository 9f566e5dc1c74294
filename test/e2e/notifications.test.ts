import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { z } from 'zod'
import { findViolations, shoot, type Window } from './app.ts'
import { approvalCard } from './chat.ts'
import { openApp } from './open-app.ts'
import { go } from './state.ts'

const Told = z.array(z.object({ title: z.string(), body: z.string(), tag: z.string(), closed: z.boolean() }))
const told = async (page: Page) => Told.parse(await page.evaluate(() => Reflect.get(globalThis, 'told')))
const isTold = (page: Page, count: number) => page.waitForFunction((wanted) => { const list: unknown = Reflect.get(globalThis, 'told'); return Array.isArray(list) && list.length === wanted }, count)

/** A browser without a desktop shows nothing, so what it is given is written down; `away` says whether anybody looks at the page. */
async function record({ page }: Window, permission: NotificationPermission): Promise<void> {
  await page.addInitScript((granted) => {
    const list: { title: string; body: string; tag: string; closed: boolean; press: () => void }[] = []
    const state: { permission: NotificationPermission; asked: number } = { permission: granted === 'granted' ? 'default' : granted, asked: 0 }
    class Recorded extends EventTarget {
      static get permission() { return state.permission }
      static requestPermission() {
        state.asked += 1
        state.permission = granted
        return Promise.resolve(granted)
      }
      private readonly entry
      constructor(title: string, { body = '', tag = '' }: NotificationOptions = {}) {
        super()
        this.entry = { title, body, tag, closed: false, press: () => { this.dispatchEvent(new Event('click')) } }
        list.push(this.entry)
      }
      close() { this.entry.closed = true }
    }
    Object.assign(globalThis, { Notification: Recorded, told: list, asking: state })
    document.hasFocus = () => Reflect.get(globalThis, 'away') !== true
  }, permission)
  await page.reload()
}
const leave = (page: Page, isAway: boolean) => page.evaluate((value) => { Object.assign(globalThis, { away: value }) }, isAway)
const press = (page: Page, index: number) => page.evaluate((at) => { const list: unknown = Reflect.get(globalThis, 'told'); if (Array.isArray(list)) list[at].press() }, index)

async function start(permission: NotificationPermission) {
  const app = await openApp()
  await record(app, permission)
  return app
}

const ASK = 'call recall__forget_memory {"id":1}'

test('a question that comes while nobody looks is told once, names the tool and no more, and a press leads to it', { timeout: 120_000 }, async () => {
  const { shell, page, core } = await start('granted')
  await go(page, '#/settings/notifications')
  await page.getByText('Notifications are off in this browser.').waitFor()
  assert.equal(await page.evaluate(() => { const asking: unknown = Reflect.get(globalThis, 'asking'); return asking instanceof Object && Reflect.get(asking, 'asked') }), 0, 'nothing but the press asks')
  await page.getByRole('button', { name: 'Turn on notifications' }).click()
  await page.getByText('Notifications are on in this browser.').waitFor()
  assert.deepEqual(await findViolations(page), [])
  await shoot(page, 'notifications-on')

  const say = async (text: string) => {
    const { chatId } = await core.call('chat.create', {})
    const { turnId } = await core.call('turn.start', { chatId, parentTurnId: null, message: [{ origin: 'typed', text, vouched: true }] })
    return { chatId, turnId }
  }
  const seen = await say(ASK)
  await page.waitForFunction(() => document.title.startsWith('(1)'))
  assert.deepEqual(await told(page), [], 'whoever looks isn’t told')

  await leave(page, true)
  const { turnId } = await say(ASK)
  await isTold(page, 1)
  const [first] = await told(page)
  assert.deepEqual([first?.title, first?.body], ['Gatehouse asks', 'Memories: Forget a memory waits for your answer.'])
  await say('list tasks')
  await core.call('settings.update', { caps: { tokensPerDay: 2500, runsPerHour: null, liveRuns: null } })
  await say('list tasks')
  await isTold(page, 2)
  assert.deepEqual((await told(page)).map(({ title }) => title), ['Gatehouse asks', 'Gatehouse paused a chat'])

  await press(page, 0)
  await approvalCard(page).waitFor()
  assert.ok((await page.evaluate(() => location.hash)).includes(turnId))
  await core.call('turn.stop', { turnId })
  await page.waitForFunction(() => document.querySelector('[data-question]') === null)
  assert.deepEqual((await told(page)).map(({ closed }) => closed), [true, false], 'what was answered is taken away again')
  assert.notEqual(seen.turnId, turnId)

  await page.reload()
  await leave(page, true)
  await go(page, '#/settings/notifications')
  await page.getByRole('button', { name: /^Turn o/ }).first().waitFor()
  assert.deepEqual(await told(page), [], 'what waited already isn’t new')
  await shell.quit()
})

test('a browser that refuses is said in words, and nothing is offered that can’t work', { timeout: 60_000 }, async () => {
  const { shell, page } = await start('denied')
  await go(page, '#/settings/notifications')
  await page.getByText('Your browser doesn’t let this page notify you.').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Turn on notifications' }).count(), 0)
  assert.deepEqual(await findViolations(page), [])
  await page.evaluate(() => { Reflect.deleteProperty(globalThis, 'Notification') })
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await page.getByText('This browser can’t notify you.').waitFor()
  await shell.quit()
})
