import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConnectorId } from '../../shared/ids.ts'
import type { ConnectedClient } from '../../shared/core-client.ts'
import { findViolations, shoot } from './app.ts'
import { parkPointer, say, see, toolCard, turnWith } from './chat.ts'
import { addDeadly, DEADLY_CALL, deadlyCard } from './deadly-server.ts'
import { openApp } from './open-app.ts'
import { go } from './state.ts'

const PLAIN = ConnectorId.parse('mcp-plain')
const { page, core, complaints } = await openApp()
await addDeadly(core)
const card = deadlyCard(page)
const button = (name: string) => card.getByRole('button', { name })

/** It died; pressing *retry* brings it back at once. */
async function whenReady(client: ConnectedClient): Promise<void> {
  await client.call('connector.retry', { connectorId: PLAIN })
  await new Promise<void>((resolve) => {
    client.watch('connectors.watch', {}, (item) => {
      const rows = item.kind === 'snapshot' ? item.rows : item.kind === 'changed' ? [item.row] : []
      if (rows.some((row) => row.connectorId === PLAIN && row.state === 'ready')) resolve()
    })
  })
}

test('a write whose server died asks what became of it, in the chat and in the inbox, without a barrier', async () => {
  await say(page, DEADLY_CALL)
  await card.waitFor()
  await see(page, /the connection broke before an answer came, so it may have run/)
  await button('Leave it').and(page.locator(':not([aria-disabled])')).waitFor()
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme })
    assert.deepEqual(await findViolations(page), [])
    await shoot(page, `may-have-run-${theme}`)
  }
  await go(page, '#/inbox')
  await card.waitFor()
  assert.deepEqual(await findViolations(page), [])
  await page.setViewportSize({ width: 900, height: 700 })
  await shoot(page, 'may-have-run-inbox')
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goBack()
})

test('by keys alone a person says that it happened, and what it gave', async () => {
  await parkPointer(page)
  await button('It happened…').and(page.locator(':not([aria-disabled])')).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'It happened' })
  await dialog.getByRole('textbox').fill('The letter is in the outbox.')
  assert.deepEqual(await findViolations(page), [])
  await page.keyboard.press('Control+Enter')
  await card.waitFor({ state: 'detached' })
  await toolCard(turnWith(page, 'call mcp-plain__die {}'), 'die').getByText('happened, as you said').waitFor()
})

test('run again asks once more before it does, and what dies again asks again', async () => {
  await say(page, 'call mcp-plain__die {"again":true}')
  await card.waitFor()
  await whenReady(core)
  await button('Run again…').and(page.locator(':not([aria-disabled])')).click()
  const dialog = page.getByRole('alertdialog', { name: 'Run it again?' })
  await dialog.getByText(/it can now happen twice/).waitFor()
  await shoot(page, 'may-have-run-again')
  await dialog.getByRole('button', { name: 'Run again' }).click()
  await card.getByText(/attempt 2/i).waitFor()
  // As whoever reads would: its buttons count once they are in sight.
  await button('Leave it').scrollIntoViewIfNeeded()
  await button('Leave it').and(page.locator(':not([aria-disabled])')).click()
  await card.waitFor({ state: 'detached' })
  assert.deepEqual(complaints, [])
})
