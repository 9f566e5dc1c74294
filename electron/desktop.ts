import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createCore, serveClient } from './core/core.ts'
import { runDesktop } from './main.ts'
import type { Updater } from './updates.ts'

/** Only a build that was published somewhere says where to look; the library fails without it. */
const loadUpdater = async (): Promise<Updater | null> => {
  if (!existsSync(join(process.resourcesPath, 'app-update.yml'))) return null
  const { default: electronUpdater } = await import('electron-updater')
  return electronUpdater.autoUpdater
}

void runDesktop({ createCore, serveClient, loadUpdater })
