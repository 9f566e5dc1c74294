import { useSyncExternalStore } from 'react'

/** Whether this browser tells the person what waits for them. `off`: they didn't turn it on, or turned it off again. */
export type NotificationState = 'on' | 'off' | 'denied' | 'unsupported'

/** Beside the browser's permission, which pages can't take back: the person's own word, in this browser alone. */
const WISH = 'gatehouse.notifications'

const listeners = new Set<() => void>()
const tellAll = (): void => { for (const listener of listeners) listener() }

export function readState(): NotificationState {
  if (!('Notification' in window)) return 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  return Notification.permission === 'granted' && window.localStorage.getItem(WISH) === 'on' ? 'on' : 'off'
}

function listen(onChange: () => void): () => void {
  listeners.add(onChange)
  // Another window of this browser may change it, and permissions are also changed in the browser's own settings.
  window.addEventListener('storage', onChange)
  window.addEventListener('focus', onChange)
  return () => {
    listeners.delete(onChange)
    window.removeEventListener('storage', onChange)
    window.removeEventListener('focus', onChange)
  }
}

export const useNotificationState = (): NotificationState => useSyncExternalStore(listen, readState)

/** Asks the browser, which only does so in answer to a press. */
export async function turnOnNotifications(): Promise<void> {
  if (!('Notification' in window)) return
  if (await Notification.requestPermission() === 'granted') window.localStorage.setItem(WISH, 'on')
  tellAll()
}

export function turnOffNotifications(): void {
  window.localStorage.removeItem(WISH)
  tellAll()
}

/** Null where a browser knows notifications and lets no page make one. Windows of one browser share a tag, so that two of them tell a thing once. */
export function showNotification(title: string, { body, tag }: { readonly body: string; readonly tag: string }): Notification | null {
  try {
    return new Notification(title, { body, tag })
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}
