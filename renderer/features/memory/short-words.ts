import { drawHidden } from '../../ui/draw-hidden.ts'

const LONGEST = 60

/** The beginning of a stored text on one line, with everything hidden in it drawn: for names and notices. */
export function shortWords(text: string): string {
  const line = text.slice(0, 4 * LONGEST).replace(/\s+/g, ' ').trim()
  const drawn = drawHidden(line).segments.map((segment) => (segment.kind === 'text' ? segment.text : segment.kind === 'hidden' ? `⟨${segment.code}⟩` : `${segment.text}⟨${segment.code}⟩`)).join('')
  const letters = [...drawn]
  return letters.length <= LONGEST ? drawn : `${letters.slice(0, LONGEST - 1).join('')}…`
}
