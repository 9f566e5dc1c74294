import { useEffect, useState } from 'react'
import type { WireError } from '../../../shared/errors.ts'
import type { ToolExplanation } from '../../../shared/explain.ts'
import type { ChatId } from '../../../shared/ids.ts'
import { useCore } from '../../core.tsx'
import { ToolClassChip } from '../../parts/class-words.tsx'
import { ProblemBanner } from '../../parts/problem-banner.tsx'
import { strings } from '../../strings/en.ts'
import { takeAnswer } from '../../take-answer.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DrawnText } from '../../ui/drawn-text.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { groupTools } from './group-tools.ts'
import styles from './tools-dialog.module.css'

const words = strings.chat.tools

type Found = { readonly kind: 'loading' } | { readonly kind: 'found'; readonly tools: readonly ToolExplanation[] } | { readonly kind: 'failed'; readonly error: WireError }

/** Every known tool, and the filter at which it stood or fell. */
export function ToolsDialog({ chatId, onClose }: { chatId: ChatId; onClose: () => void }) {
  const core = useCore()
  const [found, setFound] = useState<Found>({ kind: 'loading' })
  const [query, setQuery] = useState('')
  useEffect(() => takeAnswer(
    core.call('tool.explain', { chatId }),
    (tools) => setFound({ kind: 'found', tools }),
    (error) => setFound({ kind: 'failed', error }),
  ), [core, chatId])
  const groups = found.kind === 'found' ? groupTools(found.tools, query) : []
  return (
    <Dialog open onOpenChange={(open) => { if (!open) onClose() }} title={words.title} description={words.text} closeLabel={words.close} size="large">
      <TextField label={words.search} hideLabel placeholder={words.search} type="search" value={query} onValueChange={setQuery} />
      {found.kind === 'loading' ? <Skeleton label={words.loading} lines={6} /> : null}
      {found.kind === 'failed' ? <ProblemBanner problem={found.error} /> : null}
      {found.kind === 'found' && groups.length === 0 ? <p className={styles.quiet}>{words.nothing}</p> : null}
      {groups.map(({ filter, tools }) => (
        <section key={filter} className={styles.group}>
          <h3 className={styles.heading}>{filter === 'gate' ? words.offered(tools.length) : words[filter](tools.length)}</h3>
          <ul className={styles.list}>
            {tools.map((tool) => (
              <li key={`${tool.connectorId} ${tool.tool}`} className={styles.tool}>
                <span className={styles.line}>
                  <ToolClassChip toolClass={tool.toolClass} provenance={tool.provenance} />
                  <span className={styles.name}><DrawnText text={`${tool.connectorLabel} · ${tool.title}`} /></span>
                  {tool.outcome.filter === 'gate' ? <span className={styles.quiet}>{words.verdict[tool.outcome.verdict]}</span> : null}
                </span>
                <span className={styles.quiet}><DrawnText text={tool.outcome.sentence} /></span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Dialog>
  )
}
