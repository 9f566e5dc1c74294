import { z } from 'zod'
import { Digest } from './ids.ts'

/** Text longer than this (in UTF-16 units) is kept in the blob table and referred to by digest. */
export const INLINE_LIMIT = 4096
/** How much of a blob's beginning the event itself keeps for showing. */
export const PREVIEW_LENGTH = 2048

const Inline = z.object({ text: z.string() })
const Referred = z.object({ blob: Digest, size: z.int().nonnegative(), preview: z.string() })

/**
 * A text in an event: whole, or by reference once it is stored and long. Writers always hand in the whole
 * text; the journal puts long ones aside in the same transaction.
 */
export const StoredText = z.union([Inline, Referred])
export type StoredText = z.infer<typeof StoredText>

export const inlineText = (text: string): StoredText => ({ text })

/** What can be shown without another read: all of a short text, the beginning of a long one. */
export const previewOf = (stored: StoredText): string => ('text' in stored ? stored.text : stored.preview)

/** In UTF-16 units. */
export const sizeOf = (stored: StoredText): number => ('text' in stored ? stored.text.length : stored.size)
