/** A command as it is offered while typing. */
export interface SlashCommand {
  readonly name: string
  readonly description: string
}

/** What a line is: something for the model, a command, or a command that doesn't exist. */
export type Line = { readonly kind: 'message' } | { readonly kind: 'command'; readonly name: string } | { readonly kind: 'unknown'; readonly name: string }

/** A path such as `/home/ann` isn't a command, nor is a slash after a blank. */
const COMMAND = /^\/([a-z][a-z-]*)(?:\s|$)/i

export function readLine(text: string, commands: readonly SlashCommand[]): Line {
  const name = COMMAND.exec(text)?.[1]?.toLowerCase()
  if (name === undefined) return { kind: 'message' }
  return commands.some((command) => command.name === name) ? { kind: 'command', name } : { kind: 'unknown', name }
}

/** What could still become of the word being typed; empty once it is whole and something follows it. */
export function completionsOf(text: string, commands: readonly SlashCommand[]): readonly SlashCommand[] {
  const typed = /^\/([a-z-]*)$/i.exec(text)?.[1]?.toLowerCase()
  if (typed === undefined) return []
  return commands.filter((command) => command.name.startsWith(typed))
}
