import { Shield } from 'lucide-react'
import type { StoredText } from '../../../shared/stored-text.ts'
import type { TurnId } from '../../../shared/ids.ts'
import type { TurnState } from '../../../shared/turn-state.ts'
import { useCore } from '../../core.tsx'
import { navigate } from '../../navigation.ts'
import { useStoredText } from '../../parts/blob-texts.ts'
import { outsiderWords } from '../../parts/outsider-words.ts'
import { strings } from '../../strings/en.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { OutsiderText } from '../../ui/outsider-text.tsx'
import { usePending } from '../../use-pending.ts'
import styles from './turn.module.css'

const words = strings.webhooks.card

/** What came by a webhook: plain text in frames, nothing in it that can be pressed. */
export function WebhookTurn({ turnId, state, summary }: { turnId: TurnId; state: TurnState; summary: readonly StoredText[] }) {
  const core = useCore()
  const pending = usePending()
  const body = state.started?.body?.message.find(({ origin }) => origin === 'webhook')?.text ?? null
  return (
    <div className={styles.webhook}>
      <div><Badge tone="taint" icon={<Shield aria-hidden="true" size={12} />}>{words.badge}</Badge></div>
      {summary.map((text, index) => <Framed key={index} label={words.summary} stored={text} />)}
      {summary.length > 0 ? null : <p className={styles.quiet}>{state.ended === null ? words.waiting : words.nothing}</p>}
      {body === null ? null : <Framed label={words.body} stored={body} />}
      <div><Button size="small" disabled={state.ended === null} busy={pending.has('discuss')} onClick={() => pending.run('discuss', async () => { navigate({ page: 'chat', chatId: (await core.call('hook.discuss', { turnId })).chatId }) })}>{words.discuss}</Button></div>
    </div>
  )
}

function Framed({ label, stored }: { label: string; stored: StoredText }) {
  const shown = useStoredText(stored, { wanted: true })
  return <OutsiderText label={label} text={shown.text} words={outsiderWords} />
}
