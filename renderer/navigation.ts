import { useMemo, useSyncExternalStore } from 'react'
import { formatRoute, parseRoute, type Route } from './route.ts'

/** Another object each time the person is led somewhere, also to where they are: whoever asks for a turn again wants to see it again. */
let here: { readonly hash: string } = { hash: '' }
const listeners = new Set<() => void>()

function readHere(): { readonly hash: string } {
  const { hash } = window.location
  if (hash !== here.hash) here = { hash }
  return here
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed)
  window.addEventListener('hashchange', changed)
  return () => {
    listeners.delete(changed)
    window.removeEventListener('hashchange', changed)
  }
}

export function useRoute(): Route {
  const place = useSyncExternalStore(subscribe, readHere)
  return useMemo(() => parseRoute(place.hash), [place])
}

/** `replace` leaves no step to go back to, for places that are no longer there. */
export function navigate(route: Route, { replace = false }: { readonly replace?: boolean } = {}): void {
  const hash = formatRoute(route)
  if (hash === window.location.hash) {
    here = { hash }
    for (const listener of [...listeners]) listener()
  } else if (replace) window.location.replace(hash)
  else window.location.hash = hash
}
