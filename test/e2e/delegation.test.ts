import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConnectorId } from '../../shared/ids.ts'
import { say, see } from './chat.ts'
import { assertNoBarrier } from './looks.ts'
import { openApp } from './open-app.ts'
import { go } from './state.ts'

const tool = (connectorId: string, name: string) => ({ connectorId: ConnectorId.parse(connectorId), tool: name })

test('work is handed to a coworker from a chat: its card shows the run, what it called and the way there and back, and its chat is marked', { timeout: 240_000 }, async () => {
  const { page, core, shell, complaints } = await openApp()
  await core.call('connector.switch', { connectorId: ConnectorId.parse('team'), on: true })
  const saved = await core.call('coworker.save', {
    id: null,
    profile: {
      name: 'Memory reader', instructions: 'Answer from the memories alone.', model: 'practice', tools: [tool('recall', 'search_memories')], hosts: [], runBudget: 500_000, maxTurns: 5, maxConcurrentRuns: 1,
      maxDelegationDepth: 0, maxAttempts: 1, delegatesTo: [], egressTools: [], grant: null,
    },
  })
  assert.ok(saved.saved)

  // A profile that names whom it may hand work to.
  await go(page, '#/coworkers/new')
  await page.getByRole('button', { name: /^Release watcher/ }).press('Enter')
  await page.getByRole('checkbox', { name: 'Memory reader' }).press('Space')
  await page.getByLabel('Levels of delegation').fill('0')
  await page.getByRole('button', { name: 'Save' }).press('Enter')
  await see(page, 'It names coworkers to hand work to, and may delegate 0 levels.')
  await assertNoBarrier(page, 'delegation-profile')

  await go(page, '#/new')
  await say(page, 'call team__delegate {"coworker":"memory-reader","task":"what do you know about roses"}')
  const card = page.getByRole('group', { name: 'The run it started' })
  await card.getByText('Its run: completed').waitFor()
  await card.getByText('Search memories').waitFor()
  await page.getByRole('img', { name: 'handed on by another run' }).waitFor()
  await assertNoBarrier(page, 'delegation-card')
  await card.getByRole('button', { name: 'Show its run' }).press('Enter')
  await see(page, /^Another run handed this on/)
  await see(page, /^From the chat “call team__delegate/)
  assert.equal(await page.getByText('You wrote').count(), 0)
  await assertNoBarrier(page, 'delegation-run')
  await page.getByRole('button', { name: 'Open its chat' }).press('Enter')
  await see(page, /^From the chat “call team__delegate/)
  await assertNoBarrier(page, 'delegation-child')
  await page.goBack()
  await page.getByRole('button', { name: 'The run that handed it on' }).press('Enter')
  await see(page, 'You wrote')
  assert.deepEqual(complaints, [])
  await shell.quit()
})
