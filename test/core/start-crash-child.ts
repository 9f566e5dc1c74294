import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { ChatId, TurnId } from '../../shared/ids.ts'
import type { ScriptedStep } from './script-model.ts'

/** A core in a process of its own, to be killed. */
export interface Child { readonly process: ChildProcess; readonly chatId: ChatId; readonly turnId: TurnId | null; line(start: string): Promise<string>; kill(): Promise<void> }

export async function startChild(dataDirectory: string, witness: string, steps: readonly ScriptedStep[], chat = '', message = ''): Promise<Child> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'crash-child.ts'), dataDirectory, witness, JSON.stringify(steps), chat, message], { stdio: ['ignore', 'pipe', 'inherit'] })
  const seen: string[] = []
  const waiting: { start: string; resolve: (line: string) => void }[] = []
  createInterface({ input: child.stdout }).on('line', (line) => {
    seen.push(line)
    for (const wait of waiting) if (line.startsWith(wait.start)) wait.resolve(line)
  })
  const line = (start: string) => new Promise<string>((resolve) => {
    const known = seen.find((candidate) => candidate.startsWith(start))
    if (known === undefined) waiting.push({ start, resolve })
    else resolve(known)
  })
  const [, chatId, turnId] = (await line('ready')).split(' ')
  return {
    process: child, line, chatId: ChatId.parse(chatId), turnId: turnId === '-' ? null : TurnId.parse(turnId),
    kill: () => new Promise((resolve) => { child.once('exit', () => { resolve() }); child.kill('SIGKILL') }),
  }
}
