import { mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'

/** Where chats and settings live: GATEHOUSE_DATA, else what is usual on the system. An absolute path. */
export function chooseDataDirectory(environment: NodeJS.ProcessEnv, platform: NodeJS.Platform, home: string = homedir()): string {
  const named = (name: string): string | null => environment[name] === undefined || environment[name] === '' ? null : environment[name]
  const chosen = named('GATEHOUSE_DATA')
  if (chosen !== null) return resolve(chosen)
  switch (platform) {
    case 'darwin': return join(home, 'Library', 'Application Support', 'Gatehouse')
    case 'win32': return join(named('APPDATA') ?? join(home, 'AppData', 'Roaming'), 'Gatehouse')
    default: return join(named('XDG_DATA_HOME') ?? join(home, '.local', 'share'), 'gatehouse')
  }
}

/** Makes the folder, for this person alone; one that is there already stays as it is. Throws what the file system says. */
export const makeDataDirectory = (path: string): void => void mkdirSync(path, { recursive: true, mode: 0o700 })
