import { assertNever } from '../../../shared/assert-never.ts'
import { canonicalJson } from '../../../shared/json.ts'
import type { GateReason } from '../../../shared/policy.ts'
import type { ApprovalOutcome } from '../../../shared/turn-event.ts'
import { explainDecision } from '../gate/explain.ts'

const NAME_LENGTH = 64
const LISTED_NAMES = 20

/** What the model reads when the gate denied its call. */
export function deniedText(reason: GateReason): string {
  switch (reason.kind) {
    case 'unknown-tool': {
      const names = reason.available.slice(0, LISTED_NAMES).join(', ')
      return `unknown tool '${reason.name.slice(0, NAME_LENGTH)}'; available: ${names === '' ? '(none)' : names}`
    }
    case 'arguments': return `invalid arguments${reason.path === '' ? '' : ` at ${reason.path}`}: ${reason.problem}. Nothing ran.`
    case 'ceiling': case 'read-only-model': return canonicalJson({ error: 'permission_denied', message: explainDecision('deny', reason, []) })
    case 'matrix': case 'requires-approval': case 'exfiltration-guard': case 'standing-approval': case 'standing-word': case 'no-approval-channel':
    case 'changed': case 'switched-off': case 'limit': case 'allowance': case 'not-ready': case 'unfit':
      return canonicalJson({ error: 'denied', message: `${explainDecision('deny', reason, [])} Nothing ran.` })
    default: return assertNever(reason, 'gate reason')
  }
}

const UNAPPROVED: Readonly<Record<Exclude<ApprovalOutcome, 'approved'>, string>> = {
  rejected: 'The person did not approve this call. Nothing ran. Do not try it again unless they ask for it.',
  expired: 'Nobody approved this call in time. Nothing ran.',
  superseded: 'The person wrote a new message instead of approving this call. Nothing ran.',
  stopped: 'The person stopped the turn before this call was approved. Nothing ran.',
}

/** What the model reads when a question ended without a yes. */
export const unapprovedText = (approval: Exclude<ApprovalOutcome, 'approved'>, reason: string | null): string =>
  canonicalJson({ approval, error: UNAPPROVED[approval], ...(reason === null || reason.trim() === '' ? {} : { reason }) })

export const STOPPED_TEXT = canonicalJson({ approval: 'stopped', error: 'The turn was stopped before this call ran. Nothing ran.' })
export const BLOCKED_TEXT = canonicalJson({ error: 'write_tool_blocked', message: 'This is a branch of an earlier run: a call that changes something runs only where that run made it, from its record. Nothing ran.' })
export const SUPERSEDED_TEXT = canonicalJson({ approval: 'superseded', error: 'The person wrote a new message before this call ran. Nothing ran.' })
export const REJECTED_WITH_OTHERS_TEXT = canonicalJson({ approval: 'rejected', error: 'The person rejected this call together with one before it. Nothing ran.' })
export const CHILD_STOPPED_TEXT = canonicalJson({ error: 'stopped', message: 'The turn was stopped, and the run that this call had started was stopped with it. What that run had done until then is kept with it.' })
export const READ_STOPPED_TEXT = canonicalJson({ error: 'The turn was stopped while this call ran. It changes nothing, so nothing was left half done.' })
export const UNKNOWN_OUTCOME_TEXT = canonicalJson({ error: 'outcome unknown', message: 'This call had started and was interrupted. It may or may not have taken effect, and it was not run again. Look before you repeat it.' })
export const CHECK_OUTCOME_TEXT = canonicalJson({ error: 'outcome unknown', message: 'This call had started and was interrupted. The person asks you to find out with tools that only read whether it took effect, and to tell them what you found, before anything else. Do not repeat it.' })

/** The person looked, and what they say is what the model reads. @param result their own words for what it gave */
export const toldText = (result: string | null): string =>
  canonicalJson({ message: 'This call was interrupted. The person looked and says that it took effect.', ...(result === null || result.trim() === '' ? {} : { result }) })

/** It was to run again on the person's word, and today's rules don't let it. */
export const notRunAgainText = (why: string): string =>
  canonicalJson({ error: 'outcome unknown', message: `This call had started and was interrupted. It may or may not have taken effect, and it was not run again: ${why}` })

export const EMPTY_RESULT_TEXT = '(no output)'
export const IMAGES_ONLY_TEXT = '(no text; the images follow)'
