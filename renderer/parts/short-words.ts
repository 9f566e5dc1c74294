import { drawHidden } from '../ui/draw-hidden.ts'

/** The beginning of a stored text on one line, with everything hidden in it drawn: for names and notices. `longest` in characters. */
export function shortWords(text: string, longest = 60): string {
  const line = text.slice(0, 4 * longest).replace(/\s+/g, ' ').trim()
  const drawn = drawHidden(line).segments.map((segment) => (segment.kind === 'text' ? segment.text : segment.kind === 'hidden' ? `⟨${segment.code}⟩` : `${segment.text}⟨${segment.code}⟩`)).join('')
  const letters = [...drawn]
  return letters.length <= longest ? drawn : `${letters.slice(0, longest - 1).join('')}…`
}
