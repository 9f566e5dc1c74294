import { strings } from '../strings/en.ts'
import type { DiffWords } from '../ui/diff-view.tsx'
import type { JsonWords } from '../ui/json-view.tsx'

/** What is said around a stranger's text. One object for the window's life: views compare it. */
export const outsiderWords: JsonWords & DiffWords = strings.chat.outsider
