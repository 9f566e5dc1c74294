import { test } from 'node:test'
import { chatStates } from './chat-states.ts'
import { lookAtStates } from './look-at-states.ts'

test('the chat is without a barrier in every state, light and dark, wide and narrow', { timeout: 240_000 }, (t) => lookAtStates(t, chatStates))
