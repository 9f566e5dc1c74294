import { z } from 'zod'
import { assertNever } from './assert-never.ts'

/**
 * Whose words a part of a message is, where the person didn't put it there in their window. `name` as it was then. A chat, a coworker or a
 * job that handed work on is the author of that; what a stranger sent came by a source or a webhook.
 */
export const MessageAuthor = z.object({ kind: z.enum(['chat', 'coworker', 'job', 'goal', 'source', 'webhook']), name: z.string().max(300) })
export type MessageAuthor = z.infer<typeof MessageAuthor>

export type MessageOrigin = 'typed' | 'pasted' | 'dropped' | 'linked' | 'job' | 'webhook' | 'delegated'

interface AuthoredPart { readonly origin: MessageOrigin; readonly by?: MessageAuthor | undefined }

/** The person, and how they put it there; or somebody else, in words that fit behind “from”. */
export type Author = { readonly who: 'person'; readonly how: 'typed' | 'pasted' | 'dropped' | 'linked' } | { readonly who: 'other'; readonly words: string }

export function authorOf({ origin, by }: AuthoredPart): Author {
  switch (origin) {
    case 'typed': case 'pasted': case 'dropped': case 'linked': return by === undefined ? { who: 'person', how: origin } : { who: 'other', words: called(by) }
    case 'job': return { who: 'other', words: by === undefined ? 'Gatehouse' : called(by) }
    case 'webhook': return { who: 'other', words: by === undefined ? 'somebody outside' : `somebody outside, through ${called(by)}` }
    case 'delegated': return { who: 'other', words: by === undefined ? 'another run' : called(by) }
    default: return assertNever(origin, 'origin')
  }
}

/** Parts that follow each other and have one author, as one. `author`: null, the person. */
export function byAuthor<Part extends AuthoredPart>(parts: readonly Part[]): readonly { readonly author: string | null; readonly parts: readonly Part[] }[] {
  const groups: { author: string | null; parts: Part[] }[] = []
  for (const part of parts) {
    const found = authorOf(part)
    const author = found.who === 'person' ? null : found.words
    const last = groups.at(-1)
    if (last !== undefined && last.author === author) last.parts.push(part)
    else groups.push({ author, parts: [part] })
  }
  return groups
}

/** As it stands where it taints. */
export const explainOutsider = ({ origin, by }: AuthoredPart & { readonly by: MessageAuthor }): string => (origin === 'delegated' ? `what ${called(by)} handed on` : called(by))

const called = ({ kind, name }: MessageAuthor): string => (name === '' ? `a ${kind}` : `the ${kind} “${name}”`)

const LONGEST_NAME = 60

/** @param name of any length and shape; it is cut to one short line */
export function messageAuthor(kind: MessageAuthor['kind'], name: string): MessageAuthor {
  const line = name.replace(/\s+/gu, ' ').trim()
  return { kind, name: line.length <= LONGEST_NAME ? line : `${line.slice(0, LONGEST_NAME - 1).toWellFormed()}…` }
}
