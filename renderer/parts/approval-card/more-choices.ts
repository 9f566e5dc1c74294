import { assertNever } from '../../../shared/assert-never.ts'
import type { AnswerChoice } from '../../../shared/policy.ts'
import { strings } from '../../strings/en.ts'
import type { MenuEntry } from '../../ui/menu.tsx'

export interface MoreChoices {
  /** What the core offers; nothing else is drawn. */
  readonly choices: readonly AnswerChoice[]
  readonly following: number
  readonly locked: boolean
  readonly canEdit: boolean
  readonly onAnswer: (choice: AnswerChoice) => void
  readonly onReason: () => void
  readonly onEdit: () => void
}

/** The wider answers, each as the whole sentence of what it means: first those that let something run, then those that don't. */
export function moreChoices({ choices, following, locked, canEdit, onAnswer, onReason, onEdit }: MoreChoices): readonly MenuEntry[] {
  const words = strings.inbox.question
  const wider: MenuEntry[] = []
  const rest: MenuEntry[] = []
  for (const choice of choices) {
    switch (choice.kind) {
      case 'approve': break
      case 'approve-standing':
        wider.push({
          id: `standing-${choice.scope}-${choice.times}`, label: words.approveStanding(choice.scope, choice.times), disabled: locked,
          ...(locked ? { hint: words.lockedHint } : {}), onSelect: () => onAnswer(choice),
        })
        break
      case 'reject': rest.push({ id: 'reason', label: words.rejectReason, onSelect: onReason }); break
      case 'reject-following': rest.push({ id: 'following', label: words.rejectFollowing(following), onSelect: () => onAnswer(choice) }); break
      case 'edit': rest.push({ id: 'edit', label: words.edit, hint: words.editHint, disabled: !canEdit, onSelect: onEdit }); break
      default: assertNever(choice, 'answer choice')
    }
  }
  return wider.length === 0 || rest.length === 0 ? [...wider, ...rest] : [...wider, { kind: 'separator', id: 'separator' }, ...rest]
}
