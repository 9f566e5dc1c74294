import { z } from 'zod'
import { AppError } from '../../../../shared/errors.ts'
import { ConnectorId } from '../../../../shared/ids.ts'
import { childEnvironment, type Environment } from '../../mcp/child-environment.ts'
import type { Watchdog } from '../../mcp/watchdog.ts'
import { findCommand } from '../../mcp/find-command.ts'
import { defineTool } from '../../tools/define-tool.ts'
import type { ToolContext } from '../../tools/tool.ts'
import { fact, factsView } from '../facts-view.ts'
import { openWorkspace } from '../files/workspace.ts'
import { shorten } from '../stored-taint.ts'
import { runArgv, type CommandEnd } from './run-argv.ts'

export interface ShellTools {
  /** Absolute path; null: none is chosen. */
  readonly workspace: () => string | null
  /** Folders a command may not start in. */
  readonly withheld: readonly string[]
  /** Usually `process.env`; of it only what programs need is handed on. */
  readonly environment: Environment
  readonly watchdog: Pick<Watchdog, 'watch' | 'forget'>
}
type Context = ToolContext<ShellTools>

export const SHELL_ID = ConnectorId.parse('shell')
const MOST_SECONDS = 600
const ENDING_MS = 5_000

export const runCommand = defineTool({
  name: 'run_command',
  title: 'Run a command',
  description: 'Runs one program in the workspace folder and gives what it printed. `command` is the program and its arguments, one each: no shell reads them, so there are no pipes, wildcards, variables or redirections. It gets no input, is ended at its time limit, and of a long output the middle is left out.',
  input: z.strictObject({
    command: z.array(z.string().max(20_000).refine((part) => !part.includes('\0'), 'can’t hold a NUL character')).min(1).max(200)
      .refine(([program]) => program !== undefined && program.trim() !== '', 'names no program').describe('Such as ["git", "log", "--oneline", "-5"]'),
    seconds: z.int().min(1).max(MOST_SECONDS).default(60).describe('Time limit'),
  }),
  class: 'destructive',
  untrusted: true,
  timeout: MOST_SECONDS * 1000 + ENDING_MS,
  summarise: ({ command }) => `Run ${shorten(command.join(' '), 120)}`,
  view: ({ command: [program = '', ...args], seconds }, { workspace }: ShellTools) => factsView([
    fact('Program', program),
    ...args.map((argument, index) => fact(`Argument ${index + 1}`, argument)),
    fact('In the folder', workspace() ?? 'No workspace folder is chosen.'),
    fact('For at most', `${seconds} s`),
  ]),
  run: async ({ deps, signal }: Context, { command: [program = '', ...args], seconds }) => {
    const { root } = await openWorkspace(deps.workspace(), { withheld: deps.withheld })
    const isWindows = process.platform === 'win32'
    const path = deps.environment[isWindows ? 'Path' : 'PATH'] ?? deps.environment['PATH'] ?? ''
    const file = await findProgram(program, root, path, isWindows ? (deps.environment['PATHEXT'] ?? '.EXE;.CMD;.BAT').split(';') : [])
    const env = childEnvironment(deps.environment, path, {}, process.platform)
    return present(await runArgv({ file, args, cwd: root, env, timeLimit: seconds * 1000, signal, watchdog: deps.watchdog }), seconds)
  },
})

async function findProgram(program: string, cwd: string, path: string, endings: readonly string[]): Promise<string> {
  try {
    return await findCommand(program, { cwd, path, endings })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new AppError('tool.failed', `There is no program “${shorten(program, 120)}” here, so nothing was run.`, { advice: 'Nothing but a program’s name or path is taken; a line for a shell is not.', cause: error })
  }
}

function present({ exitCode, endedBy, stdout, stderr }: CommandEnd, seconds: number): Record<string, string | number | null> {
  return {
    exitCode,
    ...(endedBy === 'time-limit' ? { note: `It was ended after ${seconds} s, with everything it had started.` } : endedBy === 'signal' ? { note: 'It was ended by a signal.' } : {}),
    stdout: stdout.text.toWellFormed(),
    ...(stderr.text === '' ? {} : { stderr: stderr.text.toWellFormed() }),
  }
}
