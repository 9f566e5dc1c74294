import { z } from 'zod'
import { call } from './contract-parts.ts'
import { ChatId, TurnId } from './ids.ts'

export const CommandReply = z.object({
  /** Plain text for the person; never goes to the model. */
  text: z.string(),
  facts: z.array(z.object({ name: z.string(), value: z.string() })),
  /** What the window should do next, if anything. */
  act: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('none') }),
    z.object({ kind: z.literal('open-chat'), chatId: ChatId }),
    z.object({ kind: z.literal('save-file'), fileName: z.string(), content: z.string() }),
    /** Put this turn's message into its editor; what is sent from there is a sibling. */
    z.object({ kind: z.literal('edit-message'), turnId: TurnId }),
  ]),
})
export type CommandReply = z.infer<typeof CommandReply>

/** What a window can ask by a command in a message's place; a part of the contract. */
export const commandOperations = {
  'command.run': call(z.object({ chatId: ChatId.nullable(), line: z.string().max(20_000), /** The person typed all of it; only then do its words speak for them. */ typed: z.boolean().optional() }), CommandReply),
} as const
