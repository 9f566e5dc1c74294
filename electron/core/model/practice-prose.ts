import { countWords } from './practice-pieces.ts'

/** Longer answers are asked for in vain. */
export const MAX_WORDS = 20_000

const TOPICS: readonly (readonly [heading: string, sentences: readonly string[]])[] = [
  ['Who decides', [
    'A tool that only looks something up runs at once.', 'A tool that changes something runs as long as the conversation holds nothing a stranger wrote.',
    'A tool that deletes always asks first, and nothing starts before you have answered.', 'No text from a page, a file or a model ever loosens this.',
  ]],
  ['What a stranger’s text changes', [
    'A page from the web may hold sentences that were written to be obeyed.', 'So everything that was read after it is treated with care.',
    'From then on even small changes wait for your word.', 'The mark stays until that text has really left the conversation.',
  ]],
  ['What is kept', [
    'Every step, every call and every answer is written down before its effect.', 'After a crash the work goes on from the last line that was written.',
    'Nothing that ran once runs a second time without your knowing.', 'You can read the whole of it at any time.',
  ]],
  ['What it costs', [
    'Each turn has a number of steps, seconds and calls.', 'At a limit it ends, says which one it was and offers to go on.',
    'A cap for the day pauses instead of ending.', 'The gauge and the status line show the same figures.',
  ]],
]

/** Text of so many words with headings, lists and tables; the same number gives the same text. */
export function writeProse(words: number): string {
  const blocks: string[] = []
  let left = words
  for (let part = 0; left > 0; part += 1) {
    for (const block of writePart(part)) {
      const count = countWords(block)
      if (left <= 0) break
      const fitting = count <= left ? block : block.startsWith('-') || block.startsWith('|') || block.startsWith('#') ? null : takeWords(block, left)
      if (fitting === null) continue
      blocks.push(fitting)
      left -= Math.min(count, left)
    }
  }
  return blocks.join('\n\n')
}

function writePart(part: number): readonly string[] {
  const [heading, sentences] = TOPICS[part % TOPICS.length] ?? ['', []]
  const turned = [...sentences.slice(part % 3), ...sentences.slice(0, part % 3)]
  const extra = part % 3 === 0 ? turned.map((sentence) => `- ${sentence}`).join('\n')
    : part % 3 === 1 ? ['| kind | what happens |', '| --- | --- |', '| looks up | runs |', '| changes | runs, or asks |', '| deletes | asks |'].join('\n')
      : `Once more, **in short**: ${turned[0] ?? ''}`
  return [`## ${part + 1}. ${heading}`, turned.join(' '), extra, [...turned].reverse().join(' ')]
}

function takeWords(text: string, words: number): string {
  const end = [...text.matchAll(/[\p{L}\p{N}]+/gu)][words - 1]
  return end === undefined ? text : `${text.slice(0, end.index + end[0].length)}.`
}

/** Everything that markdown can ask of a window, harmless and not. */
export const showMarkdown = (): string => `# Markdown in one answer

Text can be **bold**, *slanted*, ~~struck out~~ or \`code\`. A [link](https://example.com/?from=practice) shows where it leads before it opens.

## A list

1. first
2. second
   - with a point inside
   - and another
3. third

- [x] done
- [ ] not done

## A table

| class | alone | after a stranger’s text |
| :--- | :---: | ---: |
| read | runs | runs |
| write | runs | asks |
| destructive | asks | asks |

## Code

\`\`\`ts
interface Verdict { readonly kind: 'run' | 'ask' | 'deny' }

/** Nothing here ever loosens. */
export const stricter = (left: Verdict, right: Verdict): Verdict =>
  ORDER[left.kind] >= ORDER[right.kind] ? left : right
\`\`\`

> A quotation, over
> two lines.

---

An image that must not load by itself: ![a picture of a gate](https://example.com/gate.png?seen=1)

<div onclick="alert('clicked')">HTML stays <b>text</b>.</div>`
