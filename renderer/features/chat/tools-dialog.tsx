import { useEffect, useState } from 'react'
import type { WireError } from '../../../shared/errors.ts'
import type { ToolExplanation } from '../../../shared/explain.ts'
import type { ChatId } from '../../../shared/ids.ts'
import { useCore } from '../../core.tsx'
import { ExplainedTools } from '../../parts/explained-tools/explained-tools.tsx'
import { ProblemBanner } from '../../parts/problem-banner.tsx'
import { strings } from '../../strings/en.ts'
import { takeAnswer } from '../../take-answer.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'

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
  return (
    <Dialog open onOpenChange={(open) => { if (!open) onClose() }} title={words.title} description={words.text} closeLabel={words.close} size="large">
      <TextField label={words.search} hideLabel placeholder={words.search} type="search" value={query} onValueChange={setQuery} />
      {found.kind === 'loading' ? <Skeleton label={words.loading} lines={6} /> : null}
      {found.kind === 'failed' ? <ProblemBanner problem={found.error} /> : null}
      {found.kind === 'found' ? <ExplainedTools tools={found.tools} query={query} level={3} /> : null}
    </Dialog>
  )
}
