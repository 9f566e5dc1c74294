import { useEffect, useRef } from 'react'
import type { ChatRow, Question } from '../../shared/run-record.ts'
import { showNotification, useNotificationState } from '../notifications.ts'
import type { Route } from '../route.ts'
import { strings } from '../strings/en.ts'
import { drawHidden } from '../ui/draw-hidden.ts'

const words = strings.settings.notifications

/** Something that waits for the person. */
interface Waiting { readonly key: string; readonly title: string; readonly text: string; readonly to: Route }

export interface WaitingRows {
  /** Null: not known yet. */
  readonly questions: readonly Question[] | null
  readonly chats: readonly ChatRow[] | null
}

/**
 * Tells through the system what newly waits while nobody looks at this window: once for each question and each pause.
 * What waited already when the window opened isn't new, and what was answered takes its notification with it.
 * @param isBrowser false in the desktop app, which tells it itself
 */
export function useNotifications({ questions, chats }: WaitingRows, isBrowser: boolean, go: (to: Route) => void): void {
  const isOn = useNotificationState() === 'on' && isBrowser
  const known = useRef<ReadonlySet<string> | null>(null)
  const shown = useRef(new Map<string, Notification>())
  const latest = useRef(go)
  useEffect(() => { latest.current = go }, [go])
  useEffect(() => {
    if (questions === null || chats === null) return
    const waiting = waitingOf(questions, chats)
    const fresh = known.current === null ? [] : waiting.filter(({ key }) => known.current?.has(key) !== true)
    known.current = new Set(waiting.map(({ key }) => key))
    for (const [key, notification] of shown.current) {
      if (known.current.has(key)) continue
      notification.close()
      shown.current.delete(key)
    }
    if (!isOn || isLookedAt()) return
    for (const { key, title, text, to } of fresh) {
      const notification = showNotification(title, { body: text, tag: key })
      if (notification === null) return
      notification.addEventListener('click', () => {
        window.focus()
        latest.current(to)
        notification.close()
      })
      shown.current.set(key, notification)
    }
  }, [questions, chats, isOn])
}

const isLookedAt = (): boolean => document.visibilityState === 'visible' && document.hasFocus()

/** Longer names would push out of sight what the sentence says. */
const MOST_NAME = 80

/** Names only, since a notification may stand where others see it; and those of a server can't draw anything. */
const waitingOf = (questions: readonly Question[], chats: readonly ChatRow[]): readonly Waiting[] => [
  ...questions.map(({ turnId, callId, question, chatId, connectorLabel, title }): Waiting => ({
    key: `${callId}-${question}`, title: words.question.title, text: words.question.text(nameOf(connectorLabel), nameOf(title)), to: { page: 'chat', chatId, turnId },
  })),
  ...chats.filter(({ status }) => status === 'paused').map(({ chatId, leafTurnId }): Waiting => ({
    key: `paused-${leafTurnId ?? chatId}`, title: words.paused.title, text: words.paused.text, to: { page: 'chat', chatId, ...(leafTurnId === null ? {} : { turnId: leafTurnId }) },
  })),
]

/** On one line, with what it would hide left out. */
const nameOf = (name: string): string =>
  drawHidden(name.replace(/\s+/gu, ' ')).segments.flatMap((segment) => (segment.kind === 'hidden' ? [] : [segment.text])).join('').trim().slice(0, MOST_NAME)
