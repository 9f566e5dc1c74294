import { useMemo, useSyncExternalStore } from 'react'
import { formatRoute, parseRoute, type Route } from './route.ts'

const readHash = (): string => window.location.hash

function subscribe(changed: () => void): () => void {
  window.addEventListener('hashchange', changed)
  return () => window.removeEventListener('hashchange', changed)
}

export function useRoute(): Route {
  const hash = useSyncExternalStore(subscribe, readHash)
  return useMemo(() => parseRoute(hash), [hash])
}

/** `replace` leaves no step to go back to, for places that are no longer there. */
export function navigate(route: Route, { replace = false }: { readonly replace?: boolean } = {}): void {
  const hash = formatRoute(route)
  if (replace) window.location.replace(hash)
  else window.location.hash = hash
}
