import { test } from 'node:test'
import { endStates } from './end-states.ts'
import { lookAtStates } from './look-at-states.ts'
import { pageStates } from './page-states.ts'

test('every other page is without a barrier in every state, light and dark, wide and narrow', { timeout: 240_000 }, (t) => lookAtStates(t, [...pageStates, ...endStates]))
