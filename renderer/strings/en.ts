import { branches } from './branches.ts'
import { budget } from './budget.ts'
import { chatStrings } from './chat.ts'
import { chats } from './chats.ts'
import { connectors } from './connectors.ts'
import { firstRun } from './first-run.ts'
import { frame } from './frame.ts'
import { inboxStrings } from './inbox.ts'
import { lookBack } from './look-back.ts'
import { memory } from './memory.ts'
import { models } from './models.ts'
import { palette } from './palette.ts'
import { roles } from './roles.ts'
import { runs } from './runs.ts'
import { settings } from './settings.ts'

/** Every word the window shows of its own. A second language is another object of this shape. */
export const strings = { frame, chat: chatStrings, inbox: inboxStrings, chats, palette, settings, connectors, firstRun, models, memory, budget, roles, runs, lookBack, branches }
