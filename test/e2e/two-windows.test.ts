import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { launch, makeFolder, openWindow, startProcess } from './app.ts'
import { answer, approvalCard, isAnswerable, isIdle, messageBox, parkPointer, say, sayAndWait, see, toolCard, turnWith } from './chat.ts'
import { openCore } from './core-door.ts'

/** A shell with one chat open in the given number of windows. */
async function openTwice(practiceRate: number) {
  const data = join(makeFolder(), 'data')
  const shell = await startProcess(data)
  const first = await openWindow(shell.url)
  const core = await openCore(first)
  await core.call('settings.update', { practiceRate })
  await first.page.getByRole('button', { name: 'Start with the practice model' }).click()
  await messageBox(first.page).waitFor()
  const { line } = await launch(data)
  assert.ok('handedOver' in line)
  const second = await openWindow(line.url)
  await second.page.locator('[data-chat]').first().click()
  await messageBox(second.page).waitFor()
  await parkPointer(second.page)
  return { data, shell, core, first: first.page, second: second.page, complaints: [first.complaints, second.complaints] }
}

test('of two windows that answer the same question one wins, and the other is told who answered', async () => {
  const { first, second, complaints } = await openTwice(0)
  await sayAndWait(first, 'add a task to stay')
  await sayAndWait(first, 'delete task 1')
  await isAnswerable(first)
  await isAnswerable(second)
  // At once: a pointer would take its time, and find the slower card gone.
  const buttons = await Promise.all([approvalCard(first).locator('button[data-reject]').elementHandle(), approvalCard(second).locator('button[data-approve]').elementHandle()])
  await Promise.all(buttons.map((button) => button?.evaluate((element) => { if (element instanceof HTMLElement) element.click() })))
  await turnWith(first, 'delete task 1').getByRole('button', { name: /tokens$/ }).waitFor()
  await turnWith(second, 'delete task 1').getByRole('button', { name: /tokens$/ }).waitFor()
  const said = await Promise.all([first, second].map((page) => turnWith(page, 'delete task 1').innerText()))
  const isDeleted = /Task 1 is deleted/.test(said[0] ?? '')
  for (const text of said) assert.equal(/Task 1 is deleted/.test(text), isDeleted, 'both windows show the same end')
  await sayAndWait(first, 'list tasks')
  assert.equal(await turnWith(first, 'list tasks').getByText(/stay \(state/).count(), isDeleted ? 0 : 1, 'what was answered is what happened')

  await sayAndWait(first, 'add a task to be asked about')
  await sayAndWait(first, 'delete task 2')
  await isAnswerable(second)
  await answer(first, 'reject')
  await approvalCard(second).waitFor({ state: 'detached' })
  await toolCard(second, 'Delete a task').last().getByRole('button', { name: /Delete a task/ }).first().click()
  await see(second, 'rejected')
  assert.match(await toolCard(second, 'Delete a task').last().innerText(), /by you/)
  assert.deepEqual(complaints, [[], []])
})

test('an answer that comes second is told that it is late, by whom and when', async () => {
  const { core, first } = await openTwice(0)
  await sayAndWait(first, 'add a task to stay')
  await sayAndWait(first, 'delete task 1')
  await isAnswerable(first)
  const rows = await new Promise<readonly Parameters<typeof core.call<'turn.answer'>>[1][]>((resolve) => {
    core.watch('questions.watch', {}, (item) => { if (item.kind === 'snapshot') resolve(item.rows.map(({ turnId, callId, question, digest }) => ({ turnId, callId, question, digest, answer: { kind: 'approve' as const } }))) })
  })
  await answer(first, 'reject')
  await isIdle(first)
  const [late] = rows
  assert.ok(late !== undefined)
  const receipt = await core.call('turn.answer', late)
  assert.equal(receipt.status, 'late')
  assert.match(receipt.status === 'late' ? receipt.sentence : '', /reject/i)
  await sayAndWait(first, 'list tasks')
  await see(first, /stay \(state: open\)/)
})

test('a double click sends one answer', async () => {
  const { first } = await openTwice(0)
  const session = await first.context().newCDPSession(first)
  await session.send('Network.enable')
  const answers: string[] = []
  session.on('Network.webSocketFrameSent', ({ response }) => { if (response.payloadData.includes('"turn.answer"')) answers.push(response.payloadData) })
  await sayAndWait(first, 'add a task to go')
  await sayAndWait(first, 'delete task 1')
  await isAnswerable(first)
  await approvalCard(first).locator('button[data-approve]').dblclick()
  await see(first, /Task 1 is deleted/)
  assert.equal(answers.length, 1)
})

test('a reload in mid-answer goes on with the answer, without a loss or a repeat', async () => {
  const { first, second } = await openTwice(200)
  await say(first, 'write 900 words')
  await see(first, /Who decides/)
  await first.reload()
  await see(first, /Who decides/)
  await Promise.all([first, second].map((page) => turnWith(page, 'write 900 words').getByRole('button', { name: /tokens$/ }).waitFor({ timeout: 45_000 })))
  await first.reload()
  await turnWith(first, 'write 900 words').getByRole('button', { name: /tokens$/ }).waitFor()
  const textsOf = (page: Page): Promise<string[]> => turnWith(page, 'write 900 words').locator('h3, h4, h5, p, li, td').allInnerTexts()
  const never = await textsOf(second)
  // A long answer is drawn piece by piece; its last one is the last to come.
  await turnWith(first, 'write 900 words').getByText(never.at(-1) ?? '', { exact: true }).last().waitFor()
  assert.deepEqual(await textsOf(first), never)
})

test('a kill in mid-answer: after the restart the turn resumes, and the same windows show it to its end', async () => {
  const { data, shell, first, second } = await openTwice(60)
  await say(first, 'write 400 words')
  await see(first, /Who decides/)
  await shell.kill()
  await see(first, /The connection to Gatehouse is gone/)
  const again = await startProcess(data)
  for (const page of [first, second]) {
    await page.getByText(/The connection to Gatehouse is gone/).waitFor({ state: 'detached', timeout: 30_000 })
    await turnWith(page, 'write 400 words').getByRole('button', { name: /tokens$/ }).waitFor({ timeout: 45_000 })
  }
  const [one, two] = await Promise.all([first, second].map((page) => turnWith(page, 'write 400 words').innerText()))
  assert.equal(one, two)
  assert.match(one ?? '', /Who decides/)
  await turnWith(first, 'write 400 words').getByRole('button', { name: /tokens$/ }).click()
  await see(first, 'resumed once after a restart')
  assert.equal(await again.quit(), 0)
})

test('edit and retry make versions, and the switch shows each of them in both windows', async () => {
  const { first, second } = await openTwice(0)
  await sayAndWait(first, 'say apples')
  await sayAndWait(first, 'say after apples')
  const turn = first.locator('article').first()
  await turn.hover()
  await turn.getByRole('button', { name: 'Edit and send again' }).click()
  await first.getByRole('textbox', { name: 'Edit your message' }).fill('say pears')
  await first.keyboard.press('Enter')
  await first.getByRole('group', { name: 'Version 2 of 2' }).waitFor()
  await first.locator('article').first().hover()
  await first.locator('article').first().getByRole('button', { name: 'Send again', exact: true }).first().click()
  await first.getByRole('group', { name: 'Version 3 of 3' }).waitFor()
  await second.getByRole('group', { name: 'Version 3 of 3' }).waitFor()
  assert.equal(await first.locator('article').count(), 1, 'what followed the first version belongs to it')
  for (const [version, words] of [[2, 'pears'], [1, 'apples']] as const) {
    await first.getByRole('button', { name: 'Show the version before' }).click()
    for (const page of [first, second]) {
      await page.getByRole('group', { name: `Version ${version} of 3` }).waitFor()
      await page.locator('article').first().getByText(`say ${words}`).waitFor()
    }
  }
  await see(second, 'say after apples')
})
