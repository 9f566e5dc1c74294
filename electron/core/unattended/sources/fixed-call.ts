import type { Prices } from '../../../../shared/model-profile.ts'
import { NO_USAGE } from '../../../../shared/usage.ts'
import type { ModelPort } from '../../model/model.ts'

/** What stands where a run's model is named, for runs that no model decides about. */
export const FIXED_CALL = 'no model: a fixed call'
export const FREE: Prices = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 }

/** What such a run is begun with: words for whoever looks at it, then the arguments on a line of their own. */
export const fixedCallMessage = (words: string, args: string): string => `${words}\n${args}`

/**
 * Makes the one call that its message says, of the one tool that it is offered, and stops. So a call that code decided on
 * passes the gate, stands in the journal and is found in the audit like every other.
 */
export const fixedCallModel: ModelPort = {
  async *stream({ messages, tools }, signal) {
    signal.throwIfAborted()
    const [only] = tools
    const isDone = messages.some(({ content }) => content.some((part) => part.type === 'tool-result'))
    const said = messages[0]?.content.flatMap((part) => (part.type === 'text' ? [part.text] : []))[0] ?? ''
    if (isDone || only === undefined) {
      yield { type: 'ended', stopReason: 'end_turn', usage: NO_USAGE }
      return
    }
    yield { type: 'call-started', name: only.name }
    yield { type: 'call-arguments', text: said.slice(said.indexOf('\n') + 1) }
    yield { type: 'call-ended' }
    yield { type: 'ended', stopReason: 'tool_use', usage: NO_USAGE }
  },
}
