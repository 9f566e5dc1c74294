import { z } from 'zod'
import { parseJson } from '../../../shared/parse-json.ts'

/* What columns hold that SQLite has no type for. */

/** 1 or 0. */
export const flag = z.int().transform((value) => value === 1)

/** A text that is JSON of that shape. */
export const json = <T extends z.ZodType>(schema: T) => z.string().transform(parseJson).pipe(schema)
