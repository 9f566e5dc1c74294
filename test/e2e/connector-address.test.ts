import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startHttpMcpServer } from '../fakes/http-mcp-server.ts'
import { findViolations } from './app.ts'
import { see } from './chat.ts'
import { lookAtStates } from './look-at-states.ts'
import { EVERY_LOOK } from './looks.ts'
import { openApp } from './open-app.ts'
import { serverStates } from './server-states.ts'
import { go } from './state.ts'

test('every state of a connector on the network is without barriers in every look', { timeout: 240_000 }, async () => {
  const { views, complaints } = await lookAtStates({ name: 'servers', states: serverStates }, EVERY_LOOK)
  assert.deepEqual(views.flatMap(({ name, violations }) => violations.map((violation) => `${name}: ${violation}`)), [])
  assert.deepEqual(complaints, [])
})

test('a server on the network is added by keyboard alone with its key as a secret, its tools are listed, and its address can be changed', { timeout: 120_000 }, async (t) => {
  const server = await startHttpMcpServer(t, { sessions: true, stream: true })
  const { page, complaints } = await openApp()
  await go(page, '#/connectors')
  const button = (name: string) => page.getByRole('button', { name })
  await button('Add connector').focus()
  await page.keyboard.press('Enter')
  await page.getByLabel('Name').focus()
  await page.keyboard.insertText('Team tools')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Tab')
  await page.keyboard.insertText(server.url)
  await page.keyboard.press('Tab')
  await page.keyboard.insertText('Authorization: Bearer abc-123-def\nX-Team: blue')
  assert.equal(server.asked.length, 0)
  await button('Review').focus()
  await page.keyboard.press('Enter')
  await see(page, server.url)
  await see(page, 'It is on this computer: whatever program listens there gets what is sent.')
  assert.equal(await page.getByText('abc-123-def').count(), 0)
  assert.deepEqual(await Promise.all((await page.getByRole('checkbox', { name: 'keep as a secret' }).all()).map((box) => box.isChecked())), [true, false])
  assert.equal(server.asked.length, 0, 'nothing is sent before it is confirmed')
  await page.getByRole('button', { name: 'Add and connect', disabled: false }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Team tools', level: 1 }).waitFor()
  await page.getByRole('switch', { name: 'echo on or off' }).waitFor()
  assert.ok(server.asked.every(({ headers }) => headers['authorization'] === 'Bearer abc-123-def' && headers['x-team'] === 'blue'))
  await see(page, 'Connected since')
  await button('How it is reached').click()
  await see(page, 'Authorization')
  assert.deepEqual(await findViolations(page), [])

  await button('More for Team tools').click()
  await page.getByRole('menuitem', { name: 'Change how it is reached…' }).click()
  assert.equal(await page.getByLabel('Headers', { exact: true }).inputValue(), 'Authorization\nX-Team')
  await page.getByLabel('Address', { exact: true }).fill(`${server.url}?room=2`)
  await button('Review').click()
  await see(page, `${server.url}?room=2`)
  const later = server.asked.length
  await button('Save and reconnect').click()
  await server.whenAsked(({ path, message }) => path === '/mcp?room=2' && message?.method === 'tools/list')
  assert.ok(server.asked.slice(later).filter(({ path }) => path === '/mcp?room=2').every(({ headers }) => headers['authorization'] === 'Bearer abc-123-def' && headers['x-team'] === 'blue'))
  assert.deepEqual(complaints, [])
})
