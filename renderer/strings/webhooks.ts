import type { HookRow, RefusalReason } from '../../shared/webhook.ts'

const number = (count: number): string => count.toLocaleString('en')

/** What other programs may send. */
export const webhooks = {
  tab: 'Webhooks',
  loading: 'Loading the webhooks',
  listener: {
    label: 'Listen for webhooks', hint: 'On 127.0.0.1 alone. For senders elsewhere you need a tunnel of your own.', listening: (address: string) => `Listening at ${address}`,
    problem: 'Nothing is listening',
  },
  add: 'New webhook',
  none: { title: 'No webhooks yet', body: 'Another program sends a signed message; a model without any tools sums it up, and it lands in a chat of its own as text that isn’t trusted.' },
  list: 'Webhooks',
  switch: (name: string) => `${name} takes deliveries`,
  secret: { present: 'Secret set', missing: 'No secret: takes nothing', locked: 'Secret locked' } satisfies Record<HookRow['secret'], string>,
  received: (count: number) => (count === 1 ? '1 came' : `${number(count)} came`),
  setSecret: 'Set its secret',
  changeSecret: 'Change its secret',
  openChat: 'Open its chat',
  copy: 'Copy the address', copied: 'Copied', copyFailed: 'The clipboard refused', copySecret: 'Copy the secret',
  remove: { action: 'Delete', title: (name: string) => `Delete “${name}”?`, body: 'Its address and its secret go at once and for good. What came stays in its chat.', confirm: 'Delete', cancel: 'Keep it' },
  refused: {
    title: 'Turned away of late', strays: 'Sent to addresses that don’t exist', count: number, times: (count: number) => `${number(count)} times within a minute`,
    reasons: {
      'no-such-address': 'Nothing takes deliveries at that address', 'not-post': 'It wasn’t a POST', unsigned: 'It wasn’t signed in a way that can be read', stale: 'Its time was more than five minutes off', forged: 'Its signature was wrong', 'no-secret': 'The secret is missing or locked',
      'too-large': 'It was larger than 64 KiB', compressed: 'It was compressed', 'cut-off': 'It broke off, or came too slowly', 'already-seen': 'It had come before', 'other-body': 'Another body had come under its id', 'too-many': 'Too many in an hour, or too many that still wait',
      'not-now': 'It could not be stored just then', paused: 'The source was paused',
    } satisfies Record<RefusalReason, string>,
  },
  form: { title: 'New webhook', name: 'Name', about: 'What you want to know', aboutHint: 'For the summaries, such as: did it fail, and since when?', create: 'Create', close: 'Close' },
  secretForm: {
    title: (name: string) => `Secret of ${name}`, value: 'Secret', make: 'Make one', made: 'Copy it now and give it to the sender: it isn’t shown again.', save: 'Save the secret', close: 'Close',
    how: 'The sender signs by the scheme of Standard Webhooks: headers webhook-id, webhook-timestamp (seconds) and webhook-signature, which is v1, and the base64 of HMAC-SHA256 over id.timestamp.body.',
  },
  card: { badge: 'Came by a webhook', summary: 'Summary by a model without tools', body: 'What came', discuss: 'Discuss', waiting: 'Being summarised…', nothing: 'There is no summary.' },
}
