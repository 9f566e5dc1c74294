import { test } from 'node:test'
import { pageGroup } from './every-state.ts'
import { assertWithoutBarrier } from './look-at-states.ts'

test('every other page is without a barrier in every state, light and wide, dark and narrow', { timeout: 240_000 }, (t) => assertWithoutBarrier(t, pageGroup))
