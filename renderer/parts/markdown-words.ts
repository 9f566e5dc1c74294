import { strings } from '../strings/en.ts'
import type { MarkdownWords } from '../ui/markdown/streaming-markdown.tsx'

export const markdownWords: MarkdownWords = {
  copy: strings.chat.copy, copied: strings.chat.copied, copyFailed: strings.chat.copyFailed, ...strings.chat.markdown,
}
