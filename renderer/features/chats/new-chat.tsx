import { useEffect, useEffectEvent, useRef } from 'react'
import { SquarePen } from 'lucide-react'
import type { ChatRow } from '../../../shared/run-record.ts'
import { useCore } from '../../core.tsx'
import { RailToggle } from '../../frame-toggles.tsx'
import { navigate } from '../../navigation.ts'
import { strings } from '../../strings/en.ts'
import { PageHeader } from '../../ui/app-frame.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useIsHere } from '../../use-is-here.ts'
import { usePending } from '../../use-pending.ts'
import { unusedChat } from './unused-chat.ts'

/** Goes on to an empty chat: one that is there already, so that asking often leaves no trail of them, else a new one. */
export function NewChat({ rows }: { rows: readonly ChatRow[] }) {
  const core = useCore()
  const pending = usePending()
  const begun = useRef(false)
  const isHere = useIsHere()
  const start = () => pending.run('start', async () => {
    const { chatId } = unusedChat(rows) ?? await core.call('chat.create', {})
    if (isHere()) navigate({ page: 'chat', chatId }, { replace: true })
  })
  const startOnce = useEffectEvent(() => {
    if (begun.current) return
    begun.current = true
    start()
  })
  useEffect(() => startOnce(), [])
  const words = strings.chats.newChat
  return (
    <>
      <PageHeader leading={<RailToggle />} title={strings.frame.newChat} />
      {pending.has('start') ? null : (
        <EmptyState icon={<SquarePen aria-hidden="true" />} title={words.title} action={<Button variant="primary" onClick={start}>{words.start}</Button>}>
          {words.body}
        </EmptyState>
      )}
    </>
  )
}
