import { useEffect, useEffectEvent, useRef } from 'react'
import type { ChatId } from '../../../shared/ids.ts'
import { useCore } from '../../core.tsx'
import { usePerform } from '../../perform.ts'
import type { Attachment } from './message-parts.ts'

/** Stores the files beside what is being written as they come and go. `onRestored` is told once what the core had when the chat was opened. */
export function useDraftFiles(chatId: ChatId, files: readonly Attachment[], onRestored: (kept: readonly Attachment[]) => void): void {
  const core = useCore()
  const perform = usePerform()
  /** Null until it is known: nothing is written over what wasn't read. */
  const stored = useRef<readonly Attachment[] | null>(null)
  const restore = useEffectEvent(onRestored)

  useEffect(() => {
    let isLeft = false
    void perform(() => core.call('chat.draft-files', { chatId })).then((kept) => {
      if (isLeft || kept === undefined) return
      stored.current = kept
      restore(kept)
    })
    return () => { isLeft = true }
  }, [core, perform, chatId])

  useEffect(() => {
    if (stored.current === null || areSame(stored.current, files)) return
    stored.current = files
    void perform(() => core.call('chat.save-draft-files', { chatId, files: [...files] }))
  }, [core, perform, chatId, files])
}

const areSame = (left: readonly Attachment[], right: readonly Attachment[]): boolean =>
  left.length === right.length && left.every(({ id, vouched }, index) => right[index]?.id === id && right[index].vouched === vouched)
