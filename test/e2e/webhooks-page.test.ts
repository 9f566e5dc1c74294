import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import type { CoreClient, Item } from '../../shared/contract.ts'
import { sayAndWait, see } from './chat.ts'
import { assertNoBarrier } from './looks.ts'
import { openApp } from './open-app.ts'
import { go } from './state.ts'

const SECRET = 'a secret of more than sixteen letters'
const look = (page: Page, name: string): Promise<void> => assertNoBarrier(page, `webhooks-${name}`)

const hookOf = (core: CoreClient): Promise<Item<'hooks.watch'>> => new Promise((resolve) => { core.watch('hooks.watch', {}, resolve) })
const listenerOf = (core: CoreClient): Promise<Item<'listener.watch'>> => new Promise((resolve) => { core.watch('listener.watch', {}, resolve) })

async function deliver(core: CoreClient, body: string, id = 'msg_1', secret = SECRET): Promise<number> {
  const [hooks, listener] = [await hookOf(core), await listenerOf(core)]
  assert.ok(hooks.kind === 'snapshot' && listener.kind === 'snapshot')
  const stamp = Math.floor(Date.now() / 1000)
  const signature = createHmac('sha256', secret).update(`${id}.${stamp}.${body}`).digest('base64')
  const reply = await fetch(`${listener.rows[0]?.address ?? ''}${hooks.rows[0]?.path ?? ''}`, { method: 'POST', body, headers: { 'webhook-id': id, 'webhook-timestamp': String(stamp), 'webhook-signature': `v1,${signature}` } })
  return reply.status
}

test('a person lets another program send something, sees it as an inert card, and discusses it in a chat that starts tainted', async () => {
  const { page, core, complaints } = await openApp()
  await go(page, '#/jobs/webhooks')
  await see(page, 'No webhooks yet')
  await look(page, 'empty')

  await page.getByRole('switch', { name: /^Listen for webhooks/ }).click()
  await see(page, /^Listening at http:\/\/127\.0\.0\.1:\d+$/u)
  await page.getByRole('main').getByRole('button', { name: 'New webhook' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Builds')
  await page.getByRole('textbox', { name: 'What you want to know' }).fill('Did it fail?')
  await look(page, 'new')
  await page.getByRole('button', { name: 'Create', exact: true }).click()

  // A secret that could be guessed is refused where it was typed.
  await see(page, 'Secret of Builds')
  await page.getByLabel('Secret', { exact: true }).fill('short')
  await page.getByRole('button', { name: 'Save the secret' }).click()
  await see(page, /^A secret needs at least 16 characters/u)
  await page.getByLabel('Secret', { exact: true }).fill(SECRET)
  await look(page, 'secret')
  await page.getByRole('button', { name: 'Save the secret' }).click()
  await page.getByRole('main').getByText('Secret set').waitFor()
  await look(page, 'listed')

  assert.equal(await deliver(core, '{"build":7,"link":"[press me](https://evil.example/) ![x](https://evil.example/x.png)"}'), 202)
  await see(page, '1 came')
  assert.equal(await deliver(core, 'x', 'msg_2', 'some other secret of many letters'), 401)
  await page.getByRole('main').getByRole('button', { name: /^Turned away of late/ }).click()
  await see(page, 'Its signature was wrong')
  await look(page, 'turned-away')
  await page.getByRole('button', { name: 'Open its chat' }).click()
  await see(page, 'Came by a webhook')
  await see(page, '2 fields came:')
  await see(page, /press me/u)
  assert.equal(await page.locator('article a, article img').count(), 0)
  await look(page, 'card')

  await page.getByRole('button', { name: 'Discuss' }).click()
  await page.waitForURL(/#\/chat\//)
  await page.getByRole('heading', { name: 'About: Builds' }).waitFor()
  await sayAndWait(page, 'remember that build 7 failed')
  await see(page, /Why it asks/u)
  await look(page, 'discussed')
  assert.deepEqual(complaints, [])
})
