import { FIRST_SCHEMA } from './schema.ts'

export interface Migration { readonly name: string; readonly sql: string }

/**
 * Append-only: the database's `user_version` is how many of these it has had. Connectors bring the tables they own;
 * the composition root lists them once here, so that one number says what a data directory holds.
 */
export const coreMigrations: readonly Migration[] = [{ name: 'journal and projections', sql: FIRST_SCHEMA }]
