import { X } from 'lucide-react'
import type { CommandReply } from '../../../shared/command-operations.ts'
import type { WireError } from '../../../shared/errors.ts'
import type { TurnId } from '../../../shared/ids.ts'
import { sayWholeProblem } from '../../say-problem.ts'
import { strings } from '../../strings/en.ts'
import { DrawnText } from '../../ui/drawn-text.tsx'
import { Facts } from '../../ui/facts.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import styles from './command-card.module.css'

const words = strings.chat.commands

/** What a command said, at the end of the thread as it was then. It lives in this window only. */
export interface LocalCard {
  readonly id: string
  /** The turn it stands behind; null in a chat without turns. */
  readonly after: TurnId | null
  readonly line: string
  readonly result: { readonly kind: 'reply'; readonly reply: CommandReply } | { readonly kind: 'error'; readonly error: WireError }
}

export function CommandCard({ card, onDismiss }: { card: LocalCard; onDismiss: () => void }) {
  const { result } = card
  return (
    <section role="group" className={styles.card} aria-label={card.line}>
      <header className={styles.head}>
        <code className={styles.line}><DrawnText text={card.line} /></code>
        <span className={styles.quiet}>{words.from}</span>
        <IconButton size="small" icon={<X aria-hidden="true" />} label={words.dismiss} onClick={onDismiss} />
      </header>
      {result.kind === 'error' ? (
        <p role="alert" className={styles.error}>{sayWholeProblem(result.error)}</p>
      ) : (
        <div role="status" className={styles.body}>
          {result.reply.text === '' ? null : <p className={styles.text}><DrawnText text={result.reply.text} /></p>}
          {result.reply.facts.length === 0 ? null : (
            <Facts facts={result.reply.facts.map(({ name, value }, index) => ({ id: String(index), label: <DrawnText text={name} />, value: <DrawnText text={value} /> }))} />
          )}
          {result.reply.act.kind === 'save-file' ? <p className={styles.quiet}>{words.saved(result.reply.act.fileName)}</p> : null}
        </div>
      )}
    </section>
  )
}
