import { z } from 'zod'
import { StoredText } from './stored-text.ts'

export const ResultImageType = z.enum(['image/png', 'image/jpeg', 'image/webp'])
export type ResultImageType = z.infer<typeof ResultImageType>

/** An image of a call's result, as the model gets it. */
export const ResultImage = z.object({
  mimeType: ResultImageType,
  /** Pixels. */
  width: z.int().positive(),
  height: z.int().positive(),
  bytes: z.int().positive(),
  /** Base64. */
  data: StoredText,
  /** Base64 of what the tool sent, where that was larger or of another kind. */
  original: StoredText.nullable(),
})
export type ResultImage = z.infer<typeof ResultImage>
