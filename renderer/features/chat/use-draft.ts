import { useEffect, useRef } from 'react'
import type { ChatId } from '../../../shared/ids.ts'
import { useCore } from '../../core.tsx'
import { usePerform } from '../../perform.ts'
import { keepRanges } from './kept-ranges.ts'
import type { TrackedText } from './message-ranges.ts'
import { MOST_TEXT } from './message-parts.ts'

const PAUSE_MS = 500

/** Stores what is being written, a moment after the last key and when the chat is left. `stored` is what the core had when the chat was opened. */
export function useDraft(chatId: ChatId, tracked: TrackedText, stored: string): void {
  const core = useCore()
  const perform = usePerform()
  const saved = useRef(stored)
  const latest = useRef(tracked.text)
  useEffect(() => {
    latest.current = tracked.text
  }, [tracked.text])

  useEffect(() => {
    const save = () => {
      const draft = latest.current
      if (draft === saved.current || draft.length > MOST_TEXT) return
      saved.current = draft
      void perform(() => core.call('chat.save-draft', { chatId, draft }))
    }
    keepRanges(window.sessionStorage, chatId, tracked)
    const timer = setTimeout(save, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [core, perform, chatId, tracked])

  useEffect(() => () => {
    const draft = latest.current
    if (draft === saved.current || draft.length > MOST_TEXT) return
    saved.current = draft
    core.call('chat.save-draft', { chatId, draft }).catch(() => {
      // The page is gone, and with it the place to say so. Coming back, the next key saves again.
      saved.current = stored
    })
  }, [core, chatId, stored])
}
