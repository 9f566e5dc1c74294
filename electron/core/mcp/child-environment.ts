const POSIX_NAMES: ReadonlySet<string> = new Set(['HOME', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'USER', 'LANG', 'TZ', 'TMPDIR'])
const WINDOWS_NAMES: ReadonlySet<string> = new Set([
  'APPDATA', 'COMSPEC', 'HOMEDRIVE', 'HOMEPATH', 'LOCALAPPDATA', 'NUMBER_OF_PROCESSORS', 'OS', 'PATH', 'PATHEXT', 'PROCESSOR_ARCHITECTURE',
  'PROGRAMDATA', 'PROGRAMFILES', 'PROGRAMFILES(X86)', 'PROGRAMW6432', 'SYSTEMDRIVE', 'SYSTEMROOT', 'TEMP', 'TMP', 'TZ', 'USERNAME', 'USERPROFILE', 'WINDIR',
])

export type Environment = Readonly<Record<string, string | undefined>>

/**
 * What a server gets of our own environment: enough for launchers to work, no keys of other services, no exported shell functions.
 * @param own usually `process.env`
 * @param path the PATH to look programs up in
 * @param set what the person set for this server; wins over ours
 */
export function childEnvironment(own: Environment, path: string, set: Readonly<Record<string, string>>, platform: NodeJS.Platform): Record<string, string> {
  const isWindows = platform === 'win32'
  const isKept = (name: string): boolean => (isWindows ? WINDOWS_NAMES.has(name.toUpperCase()) : POSIX_NAMES.has(name) || name.startsWith('LC_'))
  const kept = Object.entries(own).flatMap(([name, value]) => (value === undefined || value.startsWith('()') || !isKept(name) || name.toUpperCase() === 'PATH' ? [] : [[name, value] as const]))
  return { ...Object.fromEntries(kept), [isWindows ? 'Path' : 'PATH']: path, ...set }
}
