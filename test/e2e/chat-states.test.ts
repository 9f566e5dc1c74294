import { test } from 'node:test'
import { chatGroup } from './every-state.ts'
import { assertWithoutBarrier } from './look-at-states.ts'

test('the chat is without a barrier in every state, light and wide, dark and narrow', { timeout: 240_000 }, (t) => assertWithoutBarrier(t, chatGroup))
