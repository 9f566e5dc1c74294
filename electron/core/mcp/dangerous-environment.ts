const NAMES: ReadonlySet<string> = new Set([
  'BASH_ENV', 'ENV', 'SHELLOPTS', 'BASHOPTS', 'PROMPT_COMMAND', 'PS4', 'IFS', 'ZDOTDIR',
  'NODE_OPTIONS', 'NODE_PATH', 'NODE_REPL_EXTERNAL_MODULE', 'ELECTRON_RUN_AS_NODE',
  'PYTHONSTARTUP', 'PYTHONHOME', 'PYTHONPATH', 'PYTHONINSPECT', 'PYTHONWARNINGS', 'PERL5OPT', 'PERL5LIB', 'PERL5DB', 'RUBYOPT', 'RUBYLIB',
  'JAVA_TOOL_OPTIONS', '_JAVA_OPTIONS', 'JDK_JAVA_OPTIONS', 'CORECLR_PROFILER', 'COR_PROFILER', 'DOTNET_STARTUP_HOOKS',
  'GIT_SSH_COMMAND', 'GIT_SSH', 'GIT_EXTERNAL_DIFF', 'GIT_PAGER', 'GCONV_PATH', 'LOCPATH', 'PATH', 'PATHEXT', 'COMSPEC',
])
const PREFIXES = ['LD_', 'DYLD_', 'BASH_FUNC_']
const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/

/**
 * Why an environment variable can't be set for a server: it would run other code than the command that a person reviewed.
 * Null when it can.
 */
export function refuseEnvironmentName(name: string): string | null {
  if (!NAME.test(name)) return `“${shown(name)}” is not a name for an environment variable.`
  const upper = name.toUpperCase()
  if (upper === 'PATH') return 'PATH decides which programs run, so it can’t be set for a server. Give the whole path of the command instead.'
  if (NAMES.has(upper) || PREFIXES.some((prefix) => upper.startsWith(prefix))) return `${shown(name)} makes programs load other code than the command shows, so it can’t be set for a server.`
  return null
}

/** Names of variables and headers whose values are hidden wherever they could be shown. Errs on the side of hiding. */
export const looksSecret = (name: string): boolean => /token|secret|passw|passphrase|credential|authorization|key(?:_|$)|(?:^|_)(?:auth|pat|pass|pwd|cookie|session|dsn)(?:_|$)/i.test(name.replaceAll('-', '_'))

/** An address with a password in it, or what follows “Bearer”, whatever its name. */
export const holdsCredential = (value: string): boolean => value.length < 4096 && (/:\/\/[^/@\s]*:[^/@\s]+@/.test(value) || /^\s*(?:bearer|basic)\s+\S/i.test(value))

const shown = (name: string): string => (name.length <= 60 ? name : `${name.slice(0, 60)}…`)
