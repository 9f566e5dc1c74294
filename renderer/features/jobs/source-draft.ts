import { HostName } from '../../../shared/settings.ts'
import { ConnectorId } from '../../../shared/ids.ts'
import { DEFAULT_MESSAGES_AN_HOUR, LEAST_POLL_MINUTES, MOST_MESSAGES_AN_HOUR, SourceText, type SourceRow } from '../../../shared/source.ts'

/** A source while it is written: text in every field. */
export interface SourceDraft {
  readonly name: string
  readonly about: string
  readonly kind: 'webhook' | 'poll'
  /** Empty: none chosen. */
  readonly connectorId: string
  /** `connector tool`; empty: none chosen. */
  readonly draft: string
  readonly draftAnywhere: boolean
  readonly hosts: string
  /** Empty: the model of new chats. */
  readonly model: string
  readonly perHour: string
  readonly tool: string
  readonly arguments: string
  readonly minutes: string
  readonly items: string
  readonly id: string
  readonly first: 'remember' | 'answer'
}

export const OWN_DRAFT = 'notes write_note'

const EMPTY: SourceDraft = { name: '', about: '', kind: 'poll', connectorId: '', draft: OWN_DRAFT, draftAnywhere: false, hosts: '', model: '', perHour: String(DEFAULT_MESSAGES_AN_HOUR), tool: '', arguments: '{}', minutes: '15', items: '', id: '', first: 'remember' }

export function toDraft(source: SourceRow | null): SourceDraft {
  if (source === null) return EMPTY
  const { input } = source
  const poll = input.kind === 'poll' ? { tool: input.tool, arguments: input.arguments, minutes: String(input.minutes), items: input.items, id: input.id, first: input.first } : {}
  return {
    ...EMPTY, name: source.name, about: source.about, kind: input.kind, connectorId: source.connectorId, draft: `${source.draft.connectorId} ${source.draft.tool}`, draftAnywhere: source.draftAnywhere,
    hosts: source.hosts.join('\n'), model: source.model ?? '', perHour: String(source.perHour), ...poll,
  }
}

export type DraftProblem = { readonly field: 'connectorId' | 'perHour' | 'minutes' } | { readonly field: 'hosts'; readonly text: string }

/** The source as it would be sent, or what can't be read as what it should be. What else is wrong is the core's to say. */
export function readDraft(draft: SourceDraft): { readonly text: SourceText; readonly problem: null } | { readonly text: null; readonly problem: DraftProblem } {
  const perHour = Number(draft.perHour)
  const minutes = Number(draft.minutes)
  const connectorId = ConnectorId.safeParse(draft.connectorId)
  const hosts = draft.hosts.split(/[\s,]+/u).filter((host) => host !== '')
  const unfit = hosts.find((host) => !HostName.safeParse(host).success)
  if (!connectorId.success) return { text: null, problem: { field: 'connectorId' } }
  if (!(Number.isInteger(perHour) && perHour >= 1 && perHour <= MOST_MESSAGES_AN_HOUR)) return { text: null, problem: { field: 'perHour' } }
  if (draft.kind === 'poll' && !(Number.isInteger(minutes) && minutes >= LEAST_POLL_MINUTES && minutes <= 10_080)) return { text: null, problem: { field: 'minutes' } }
  if (unfit !== undefined) return { text: null, problem: { field: 'hosts', text: unfit } }
  const [owner = '', tool = ''] = draft.draft.split(' ', 2)
  return {
    problem: null,
    text: SourceText.parse({
      name: draft.name, about: draft.about, connectorId: connectorId.data, draft: { connectorId: owner, tool }, draftAnywhere: draft.draftAnywhere, hosts, model: draft.model === '' ? null : draft.model, perHour,
      input: draft.kind === 'webhook' ? { kind: 'webhook' } : { kind: 'poll', tool: draft.tool === '' ? '(none)' : draft.tool, arguments: draft.arguments, minutes, items: draft.items.trim(), id: draft.id.trim(), first: draft.first },
    }),
  }
}
