import type { CoreClient, MessageInput } from '../../../shared/contract.ts'
import type { DraftFile } from '../../../shared/draft-file.ts'
import type { MessagePart } from '../../../shared/turn-event.ts'
import { EMPTY_TEXT, joinTracked, partsOf, trackedText, type TrackedText } from './message-ranges.ts'

/** A file that goes with a message, dropped or pasted. */
export type Attachment = DraftFile

/** A message while it is being written. */
export interface DraftMessage {
  readonly text: TrackedText
  readonly attachments: readonly Attachment[]
}

/** What one message can hold; the contract allows no more parts, and a text that long is better sent as a file. */
export const MOST_PARTS = 50
export const MOST_TEXT = 200_000
export const MOST_FILE_TEXT = 1_000_000

/** The message as it is sent: the text's parts in order, then the files. */
export function toInput({ text, attachments }: DraftMessage): MessageInput[] {
  const files = attachments.map(({ text: content, fileName, vouched }): MessageInput => ({ origin: 'dropped', text: content, fileName, vouched }))
  return [...partsOf(text, MOST_PARTS - files.length), ...files]
}

export const isBlank = ({ text, attachments }: DraftMessage): boolean => text.text.trim() === '' && attachments.length === 0

/** `sent` in front of what was written since, on lines of its own: nothing is lost when a message wasn't taken. */
export function putBack(sent: DraftMessage, since: DraftMessage): DraftMessage {
  const between = sent.text.text === '' || since.text.text === '' ? EMPTY_TEXT : trackedText('\n', 'typed')
  return { text: joinTracked([sent.text, between, since.text]), attachments: [...sent.attachments, ...since.attachments] }
}

/** What nobody wrote in this window is sent again as what it is to the person: none of it is typed, and what a stranger sent stays a stranger's. */
const SENT_AS: Readonly<Record<MessagePart['origin'], MessageInput['origin']>> = { typed: 'typed', pasted: 'pasted', dropped: 'dropped', linked: 'linked', job: 'pasted', webhook: 'linked', delegated: 'pasted' }

/**
 * A message that was sent before, whole, to be sent again as it is or edited.
 * @throws AppError when a long part can't be read any more
 */
export async function readMessage(core: CoreClient, parts: readonly MessagePart[]): Promise<MessageInput[]> {
  return Promise.all(parts.map(async ({ text, ...part }): Promise<MessageInput> => {
    const whole = 'text' in text ? text.text : (await core.call('blob.read', { digest: text.blob })).text
    const { fileName, origin, by, vouched } = part
    return { vouched, origin: origin === 'typed' && by !== undefined ? 'pasted' : SENT_AS[origin], text: whole, ...(fileName === undefined ? {} : { fileName }) }
  }))
}

/** A sent message as a draft again; each stretch of text keeps how it came. */
export function toDraft(message: readonly MessageInput[]): DraftMessage {
  const isFile = (part: MessageInput) => part.fileName !== undefined
  return {
    text: joinTracked(message.filter((part) => !isFile(part)).map((part) => trackedText(part.text, part.origin))),
    attachments: message.filter(isFile).map((part, index) => ({
      id: `kept-${index}`, fileName: part.fileName ?? '', text: part.text, vouched: part.vouched,
    })),
  }
}
