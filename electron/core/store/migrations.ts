import { FIRST_SCHEMA } from './schema.ts'

export interface Migration { readonly name: string; readonly sql: string }

/**
 * Names are for ever: a database keeps those it has had and gets the others, in this order. Connectors bring the tables
 * they own; the composition root puts the lists together.
 */
export const coreMigrations: readonly Migration[] = [{ name: 'journal and projections', sql: FIRST_SCHEMA }]
