import type { MessageRow, PollReport, SourceRow, SourceState } from '../../shared/source.ts'

const number = (count: number): string => count.toLocaleString('en')

/** Where messages of strangers come from. */
export const sources = {
  tab: 'Sources',
  loading: 'Loading the sources',
  list: 'Sources',
  all: 'All sources',
  add: 'New source',
  none: { title: 'No sources yet', body: 'A source brings messages that strangers wrote: by a webhook, or by looking with one of a connector’s tools. Each starts one narrow run, which can read with that connector and write one kind of draft. It asks nobody, and sends nothing.' },
  gone: { title: 'This source isn’t here', body: 'It was deleted, or the link is from another computer.' },
  switch: (name: string) => `${name} takes messages`,
  states: { off: 'Off', paused: 'Paused', running: 'Working', ready: 'On' } satisfies Record<SourceState['state'], string>,
  pausedKept: 'Nothing is taken and nothing runs until then.',
  lookFailed: 'The last look failed',
  lookNow: 'Look now',
  edit: 'Edit',
  openChat: 'Open its chat',
  lastCame: 'last',
  from: ({ connectorLabel, input }: SourceRow) => `${connectorLabel} · ${input.kind === 'webhook' ? 'by webhook' : `looks every ${number(input.minutes)} minutes`}`,
  looks: ({ tool, minutes, arguments: args }: Extract<SourceRow['input'], { kind: 'poll' }>) => `${tool} ${args} every ${number(minutes)} minutes`,
  found: ({ found, fresh, left }: PollReport) => `${number(found)} in the list, ${number(fresh)} new${left === 0 ? '' : `, ${number(left)} of them wait for room in this hour`}`,
  drafts: ({ draft, draftTitle, connectorLabel, folder, draftAnywhere }: SourceRow) => `${draft.connectorId === 'notes' ? `Notes: ${draftTitle}, into the folder ${folder}` : `${connectorLabel}: ${draftTitle}`}. It runs by your word${draftAnywhere ? ', to whatever address it names' : ''}.`,
  rate: (perHour: number) => `${number(perHour)} messages an hour, $0.50 and 8 steps each`,
  facts: { address: 'Address', looks: 'Looks with', next: 'Looks next', last: 'Last look', off: 'Not while it is off', about: 'What is made of each message', draft: 'Drafts', tools: 'Reads', noTools: 'Nothing but the message', hosts: 'Hosts it may reach', noHosts: 'None', model: 'Model', rate: 'At most' },
  messages: {
    title: 'Messages', none: 'Nothing came yet.', gone: 'Its run was deleted',
    became: ({ drafts, tokens }: NonNullable<MessageRow['run']>) => `${drafts === 0 ? 'No draft' : drafts === 1 ? '1 draft' : `${number(drafts)} drafts`}${tokens === 0 ? '' : ` · ${number(tokens)} tokens`}`,
  },
  remove: { action: 'Delete', title: (name: string) => `Delete “${name}”?`, body: 'Its runs are stopped, and its address, its secret and what it remembers go at once and for good. What came stays in its chat, and its drafts stay.', confirm: 'Delete', cancel: 'Keep it' },
  editor: {
    new: 'New source', edit: (name: string) => `Edit ${name}`, create: 'Create the source', save: 'Save', cancel: 'Cancel', form: 'The source', choose: 'Choose one',
    name: 'Name', about: 'What is to be made of each message', aboutHint: 'Each run starts with this and the message. Such as: draft a short, polite answer in the sender’s language.',
    kind: 'How messages come', kinds: { poll: 'By looking', webhook: 'By webhook' }, kindHints: { poll: 'Gatehouse calls one of the connector’s tools every so often, and code decides what of its result is new.', webhook: 'Another program sends signed messages to an address of their own on this machine.' },
    connector: 'Connector it may read with', connectorError: 'Choose a connector that has a tool that reads and is switched on.',
    draft: 'The one tool that writes', ownDraft: 'Notes: write a note into its own folder', anywhere: 'The draft may name any address', anywhereHint: 'Else a draft with an address on it is denied, unless its host is on the list below.',
    tool: 'Tool that looks', minutes: 'Minutes between looks', minutesError: 'A whole number from 5 to 10,080.',
    arguments: 'Arguments, as JSON', argumentsHint: 'The same at each look.',
    items: 'Where the list is', itemsHint: 'Such as data.messages; empty: the result is the list.', id: 'What an item is known by', idHint: 'Such as id; empty: all of it, so a changed item is a new one.',
    first: 'What is there at the first look', firsts: { remember: 'Only remember it', answer: 'Take it as new' },
    hosts: 'Hosts it may reach', hostsHint: 'One on each line. A call that names any other host is denied: a stranger wrote the message, and nobody is there to ask.',
    perHour: 'Messages an hour', perHourError: 'A whole number from 1 to 60.',
    confirms: 'Saving gives your word for exactly these tools, as they are now. When one of them changes, the source pauses until you save it again.',
  },
}
