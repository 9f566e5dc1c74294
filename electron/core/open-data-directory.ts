import { placeImport } from './backup/place-import.ts'
import { connectorMigrations } from './connectors/built-in.ts'
import { openStore, type Store } from './store/database.ts'
import { coreMigrations } from './store/migrations.ts'
import { holdAfter } from './unattended/schedule-hold.ts'

/**
 * Holds the data directory and opens its database, which an accepted import takes the place of first. A start at which it can't be used is noted
 * beside it: schedules then wait for the person.
 * @throws AppError `store.*`
 */
export function openDataDirectory(dataDirectory: string): Store {
  try {
    return openStore(dataDirectory, [...coreMigrations, ...connectorMigrations], () => { placeImport(dataDirectory) })
  } catch (error) {
    holdAfter(dataDirectory, error)
    throw error
  }
}
