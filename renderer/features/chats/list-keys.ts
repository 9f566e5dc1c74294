import type { ChatRow } from '../../../shared/run-record.ts'

type Line = Pick<ChatRow, 'chatId'>

/** Where a key leads from a line; null when the key doesn't move or there is nowhere to go. */
export function nextChat<R extends Line>(rows: readonly R[], from: R['chatId'], key: string): R | null {
  const at = rows.findIndex((row) => row.chatId === from)
  switch (key) {
    case 'ArrowDown': return rows[at + 1] ?? null
    case 'ArrowUp': return at > 0 ? rows[at - 1] ?? null : null
    case 'Home': return rows[0] ?? null
    case 'End': return rows.at(-1) ?? null
    default: return null
  }
}

/** Who gets the focus when a line goes: the next one, at the end the one before. */
export function neighbourOf<R extends Line>(rows: readonly R[], gone: R['chatId']): R | null {
  const at = rows.findIndex((row) => row.chatId === gone)
  return rows[at + 1] ?? (at > 0 ? rows[at - 1] ?? null : null)
}
