import { chatStates } from './chat-states.ts'
import { endStates } from './end-states.ts'
import { pageStates } from './page-states.ts'
import { recordStates } from './record-states.ts'
import { serverStates } from './server-states.ts'
import type { State } from './state.ts'
import { workStates } from './work-states.ts'

/** States that are reached one after another in one window. */
export interface StateGroup { readonly name: string; readonly states: readonly State[] }

/** Of the chat. */
export const chatGroup: StateGroup = { name: 'chat', states: chatStates }
/** Of every other page, and what a window shows when there is no core behind it. */
export const pageGroup: StateGroup = { name: 'pages', states: [...pageStates, ...endStates] }

/** Of what was done and stored: the tests of those pages look at them as well, so that the quick look passes them over. */
export const recordGroup: StateGroup = { name: 'records', states: recordStates }

/** Of roles, jobs, notes, servers on the network and what looks back; looked at by the tests of those pages as well. */
export const workGroup: StateGroup = { name: 'work', states: [...workStates, ...serverStates] }

/** Every page and state there is. */
export const everyState: readonly StateGroup[] = [chatGroup, pageGroup, recordGroup, workGroup]
