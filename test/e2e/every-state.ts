import { chatStates } from './chat-states.ts'
import { endStates } from './end-states.ts'
import { pageStates } from './page-states.ts'
import type { State } from './state.ts'

/** States that are reached one after another in one window. */
export interface StateGroup { readonly name: string; readonly states: readonly State[] }

/** Of the chat. */
export const chatGroup: StateGroup = { name: 'chat', states: chatStates }
/** Of every other page, and what a window shows when there is no core behind it. */
export const pageGroup: StateGroup = { name: 'pages', states: [...pageStates, ...endStates] }

/** Every page and state there is: the one list that both the quick look of the tests and the full one go through. */
export const everyState: readonly StateGroup[] = [chatGroup, pageGroup]
