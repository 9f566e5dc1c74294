import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createPageStore, indexOf, PAGE_ROWS, rowAt, type StoredPage } from '../../renderer/page-store.ts'
import { nextIndex } from '../../renderer/row-focus.ts'
import { shortWords } from '../../renderer/parts/short-words.ts'
import { dayOf, dayWords } from '../../renderer/features/memory/due-day.ts'

interface Row { readonly id: number; readonly text: string }

/** A list like the core's, of which the test holds back answers when it wants to. */
function fakeList(ids: readonly number[]) {
  let rows: readonly Row[] = ids.map((id) => ({ id, text: `row ${id}` }))
  let revision = 0
  const asked: number[] = []
  const held: (() => void)[] = []
  let isHolding = false
  return {
    asked,
    change: (next: (rows: readonly Row[]) => readonly Row[]) => {
      rows = next(rows)
      revision += 1
    },
    hold: () => { isHolding = true },
    letGo: () => {
      isHolding = false
      for (const go of held.splice(0)) go()
    },
    read: async (offset: number, limit: number): Promise<StoredPage<Row>> => {
      asked.push(offset)
      const answer = { rows: rows.slice(offset, offset + limit), total: rows.length, revision }
      if (isHolding) await new Promise<void>((resolve) => { held.push(resolve) })
      return answer
    },
  }
}

const downFrom = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => count - index)

async function shown(ids: readonly number[]) {
  const list = fakeList(ids)
  const store = createPageStore<Row>()
  store.show(list.read)
  await store.refresh(false)
  list.asked.length = 0
  const waitFor = (fits: () => boolean) => new Promise<void>((resolve) => {
    const check = () => {
      if (!fits()) return
      end()
      resolve()
    }
    const end = store.subscribe(check)
    check()
  })
  return { list, store, waitFor }
}

describe('the pages of a long list', () => {
  test('are read where one looks, each once', async () => {
    const { list, store, waitFor } = await shown(downFrom(1000))
    assert.equal(store.read().total, 1000)
    store.look(85, 100)
    store.look(85, 100)
    await waitFor(() => rowAt(store.read(), 100) !== undefined)
    assert.deepEqual(list.asked, [2 * PAGE_ROWS])
    assert.equal(rowAt(store.read(), 100)?.id, 900)
    assert.equal(indexOf(store.read(), 900), 100)
    assert.equal(rowAt(store.read(), 500), undefined)
  })

  test('far from what is in sight are let go', async () => {
    const { store, waitFor } = await shown(downFrom(1000))
    for (let index = 0; index < 1000; index += PAGE_ROWS) {
      store.look(index, index)
      await waitFor(() => rowAt(store.read(), index) !== undefined)
    }
    assert.ok(store.read().pages.size <= 6)
  })

  test('show a change within a row at once, also while rows are held', async () => {
    const { list, store } = await shown(downFrom(50))
    list.change((rows) => rows.map((row) => (row.id === 49 ? { id: 49, text: 'changed' } : row)))
    await store.refresh(true)
    assert.deepEqual([rowAt(store.read(), 1)?.text, store.read().isWaiting], ['changed', false])
  })

  for (const [what, change] of [
    ['one more', (rows: readonly Row[]) => [{ id: 51, text: 'new' }, ...rows]],
    ['one less', (rows: readonly Row[]) => rows.slice(1)],
    ['as many in other places', (rows: readonly Row[]) => [{ id: 51, text: 'new' }, ...rows.slice(1)]],
  ] as const) test(`don’t move while held: ${what}`, async () => {
    const { list, store } = await shown(downFrom(50))
    list.change(change)
    await store.refresh(true)
    assert.deepEqual([rowAt(store.read(), 0)?.id, store.read().total, store.read().isWaiting], [50, 50, true])
    await store.refresh(false)
    assert.deepEqual([rowAt(store.read(), 0)?.id, store.read().isWaiting], [change(downFrom(50).map((id) => ({ id, text: '' })))[0]?.id, false])
  })

  test('a refresh that may move rows isn’t undone by a held one that overtakes it, and ends with it', async () => {
    const { list, store } = await shown(downFrom(50))
    list.change((rows) => rows.slice(1))
    list.hold()
    const own = store.refresh(false)
    const watched = store.refresh(true)
    list.letGo()
    await own
    assert.deepEqual([rowAt(store.read(), 0)?.id, store.read().isWaiting], [49, false])
    await watched
  })

  test('a page read after a change that isn’t known yet brings the others up to date instead of standing beside them', async () => {
    const { list, store, waitFor } = await shown(downFrom(100))
    list.change((rows) => [{ id: 101, text: 'new' }, ...rows])
    store.look(30, 45)
    await waitFor(() => rowAt(store.read(), 45) !== undefined)
    const ids = Array.from({ length: 80 }, (_, index) => rowAt(store.read(), index)?.id)
    assert.deepEqual(ids, Array.from({ length: 80 }, (_, index) => 101 - index))
  })

  test('an answer to an older search is dropped', async () => {
    const { list, store } = await shown(downFrom(3))
    list.hold()
    store.show(list.read)
    const other = fakeList([7])
    store.show(other.read)
    await store.refresh(false)
    list.letGo()
    await store.refresh(false)
    assert.deepEqual([store.read().total, rowAt(store.read(), 0)?.id], [1, 7])
  })

  test('a failure is said and what was shown stays', async () => {
    const { store } = await shown(downFrom(3))
    store.show(() => Promise.reject(new Error('gone')))
    await store.refresh(false)
    assert.deepEqual([store.read().problem?.code, store.read().total], ['internal.bug', 3])
  })
})

test('keys lead from row to row and never beyond the list', () => {
  assert.deepEqual(['ArrowDown', 'ArrowUp', 'End', 'Home', 'PageDown', 'x'].map((key) => nextIndex(1, 3, key)), [2, 0, 2, 0, 2, null])
  assert.deepEqual([nextIndex(0, 3, 'ArrowUp'), nextIndex(2, 3, 'ArrowDown'), nextIndex(0, 0, 'End')], [null, null, null])
})

test('a name is one short line in which nothing is hidden', () => {
  assert.equal(shortWords('  two\n lines '), 'two lines')
  assert.equal(shortWords('pay\u202Enow'), 'pay⟨U+202E⟩now')
  assert.equal([...shortWords('💡'.repeat(200))].length, 60)
})

test('a day is the person’s own, and one that isn’t a day is shown as it is', () => {
  assert.equal(dayOf(new Date(2030, 0, 5, 23, 59).getTime()), '2030-01-05')
  assert.deepEqual([dayWords('2030-01-31'), dayWords('soon')], ['Jan 31, 2030', 'soon'])
})
