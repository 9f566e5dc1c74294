export interface ReviewedLaunch { readonly command: string; readonly args: readonly string[]; readonly cwd: string | null }

const SHELLS: ReadonlySet<string> = new Set(['sh', 'bash', 'zsh', 'dash', 'ksh', 'fish', 'csh', 'tcsh', 'ash', 'busybox'])
const WINDOWS_SHELLS: ReadonlySet<string> = new Set(['cmd', 'powershell', 'pwsh', 'wscript', 'cscript', 'mshta'])
const INTERPRETERS: ReadonlySet<string> = new Set(['node', 'nodejs', 'deno', 'bun', 'python', 'python3', 'py', 'perl', 'ruby', 'php', 'lua', 'osascript'])
const INLINE: ReadonlySet<string> = new Set(['-e', '-c', '-r', '-p', '--eval', '--print', 'eval', '-pe', '-m=eval'])
const FETCHERS: ReadonlySet<string> = new Set(['npx', 'uvx', 'bunx', 'pnpx'])
const FETCHING_WORDS: Readonly<Record<string, readonly string[]>> = { pnpm: ['dlx'], yarn: ['dlx'], npm: ['exec', 'x'], pipx: ['run'], uv: ['tool', 'run'], bun: ['x'] }
const WRAPPERS: ReadonlySet<string> = new Set(['env', 'nohup', 'nice', 'timeout', 'stdbuf', 'setsid', 'xargs', 'time'])

/** What a person should know about a command line before starting it, one sentence each. Nothing here allows anything. */
export function warnAboutLaunch({ command, args, cwd }: ReviewedLaunch): readonly string[] {
  const warnings: string[] = []
  const program = programOf(command)
  const words = WRAPPERS.has(program) ? [program, ...args.map(programOf)] : [program]
  if (words.some((word) => SHELLS.has(word) || WINDOWS_SHELLS.has(word))) warnings.push('It starts a command interpreter, which can run anything: read its arguments to the end.')
  else if (words.some((word) => INTERPRETERS.has(word)) && args.some((arg) => INLINE.has(arg.toLowerCase()))) warnings.push('It runs code that is written in its arguments: read them to the end.')
  if (words.includes('sudo') || words.includes('doas') || program === 'runas') warnings.push('It runs with the rights of the administrator.')
  if (args.some((arg) => /[|;&`]|\$\(|>\s*\//.test(arg)) && warnings.length > 0) warnings.push('Its arguments chain several commands.')
  const fetched = findFetched(program, args)
  if (fetched !== null) {
    warnings.push(isFixed(fetched)
      ? `It downloads ${shown(fetched)} and runs it.`
      : `It downloads ${shown(fetched)} and runs it, each time whatever version is newest: what you review today may be other code tomorrow.`)
  }
  if (program === 'docker' || program === 'podman') warnings.push(args.includes('--privileged') || args.some((arg) => /^\/:|:\/:?|^--(?:network|net|pid)=host$/.test(arg)) ? 'It runs a container that is not shut off from this computer.' : 'It runs a container, which may be downloaded.')
  if (/\s/.test(command) && !/[\\/]/.test(command)) warnings.push('The command holds spaces; it is taken as the name of one program.')
  if (isRelativePath(command) || (cwd !== null && isRelative(cwd))) warnings.push('It is found by a relative path: which program that is depends on the folder.')
  if (args.some((arg, index) => isSecretFlag(arg) && (arg.includes('=') || args[index + 1] !== undefined))) warnings.push('A secret seems to stand in its arguments, where other programs on this computer can read it.')
  if (args.some((arg) => /^(?:sk-|ghp_|github_pat_|xox[abp]-|AKIA|glpat-)\w/.test(arg))) warnings.push('A key seems to stand in its arguments, where other programs on this computer can read it.')
  return [...new Set(warnings)]
}

/** Without folders and ending, in lower case. */
const programOf = (command: string): string => (command.split(/[\\/]/).at(-1) ?? '').toLowerCase().replace(/\.(?:exe|cmd|bat|ps1)$/, '')

function findFetched(program: string, args: readonly string[]): string | null {
  const subcommands = Object.hasOwn(FETCHING_WORDS, program) ? FETCHING_WORDS[program] ?? [] : []
  if (!FETCHERS.has(program) && !(subcommands.length > 0 && args.some((arg) => subcommands.includes(arg)))) return null
  const named = args.find((_arg, index) => ['-p', '--package', '--from'].includes(args[index - 1] ?? ''))
  return named ?? args.find((arg) => !arg.startsWith('-') && !subcommands.includes(arg)) ?? 'a package'
}

/** An exact version: `name@1.2.3`, `name==1.2.3`, `git+…@<commit>`. */
const isFixed = (name: string): boolean => /(?:@|==)v?\d+\.\d+(?:\.\d+)?[\w.+-]*$|@[0-9a-f]{40}$/.test(name)

const isRelative = (path: string): boolean => !/^(?:[\\/]|[a-z]:[\\/]|~[\\/]|\$\{)/i.test(path)
const isRelativePath = (command: string): boolean => /[\\/]/.test(command) && isRelative(command)
const isSecretFlag = (arg: string): boolean => /^--?[\w-]*(?:token|secret|password|api-?key|apikey)\b/i.test(arg) && !/=\$\{/.test(arg)
const shown = (text: string): string => (text.length <= 80 ? text : `${text.slice(0, 80)}…`)
