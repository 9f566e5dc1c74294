import { defineConnector } from '../../tools/define-tool.ts'
import type { Connector } from '../../tools/tool.ts'
import { workspaceProblem } from '../files/workspace.ts'
import { runCommand, SHELL_ID, type ShellTools } from './run-command-tool.ts'

/** Programs on this machine. Made only where the operator allows it, and off until the person switches it on. */
export function createShellConnector(deps: ShellTools): Connector {
  return defineConnector({
    id: SHELL_ID,
    label: 'Commands',
    deps,
    startsOff: true,
    problem: () => workspaceProblem(deps.workspace(), deps.withheld),
    tools: [runCommand],
    withheld: [
      { what: 'Lines for a shell', why: 'Quotes, pipes and variables make another command of what a card shows. Each argument stands by itself there.' },
      { what: 'Commands without you', why: 'What a program does has no end that can be seen. Only your own chats have this tool, and each call asks.' },
      { what: 'Input, and programs that stay', why: 'A program is ended with everything it started, at the latest at its time limit.' },
      { what: 'Your keys and variables', why: 'A program gets the few variables that programs need, and no secret.' },
    ],
  })
}
