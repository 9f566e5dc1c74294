/** Pieces are about as long as the ones a model streams, forty characters. */
const PIECE_LENGTH = 40
const TENTHS = 10

const SENTENCES = [
  'The river had been higher in the spring than anyone on the north bank could remember.',
  'They kept the accounts in two books, **one for what was owed** and one for what was paid.',
  'By the time the third letter came, the answer to the first had been on its way for a week.',
  'Nobody had asked the question that `everyone` knew the answer to, which was why it stayed open.',
  'It was, as far as the records show, the only bridge that was ever moved by one street.',
]
const CODE = [
  'export function sumOf(values: readonly number[]): number {',
  '  return values.reduce((sum, value) => sum + value, 0)',
  '}',
  '',
  '// What is left over goes to the next one.',
  'const left = sumOf([1, 2, 3]) % 4 === 2 ? "two" : `not ${2}`',
]

/** Paragraphs of prose of so many characters, a heading or a list now and then. */
export function prose(length: number): string {
  const parts: string[] = []
  for (let number = 0, size = 0; size < length; number += 1) {
    const sentences = Array.from({ length: 5 }, (_, index) => SENTENCES[(number + index) % SENTENCES.length] ?? '')
    const part = number % 8 === 7 ? `## Part ${number}\n\n${sentences.map((sentence) => `- ${sentence}`).join('\n')}` : sentences.join(' ')
    parts.push(part)
    size += part.length + 2
  }
  return parts.join('\n\n').slice(0, length)
}

/** One code fence of so many characters, open until its end. */
export function fence(length: number): string {
  const lines: string[] = []
  for (let number = 0, size = 0; size < length; number += 1) {
    const line = CODE[number % CODE.length] ?? ''
    lines.push(line)
    size += line.length + 1
  }
  return `\`\`\`ts\n${lines.join('\n').slice(0, length - 10)}\n\`\`\`\n`
}

/** Ten equal parts of equal pieces. */
export function inTenths(text: string): readonly (readonly string[])[] {
  const pieces = Array.from({ length: Math.ceil(text.length / PIECE_LENGTH) }, (_, index) => text.slice(index * PIECE_LENGTH, (index + 1) * PIECE_LENGTH))
  const each = Math.floor(pieces.length / TENTHS)
  return Array.from({ length: TENTHS }, (_, tenth) => pieces.slice(tenth * each, tenth === TENTHS - 1 ? pieces.length : (tenth + 1) * each))
}
