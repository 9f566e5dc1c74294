import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'

/** What only the page that is shown can do, and others may ask it for. */
export type OfferedAction = 'edit-last' | 'send-again'

export type Offers = ReadonlyMap<OfferedAction, () => void>

let offers: Offers = new Map()
const listeners = new Set<() => void>()

function change(next: Offers): void {
  offers = next
  for (const listener of [...listeners]) listener()
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed)
  return () => listeners.delete(changed)
}

/** Offers it for as long as this page is shown and `isOffered`. */
export function useOfferAction(id: OfferedAction, isOffered: boolean, run: () => void): void {
  const latest = useEffectEvent(run)
  useEffect(() => {
    if (!isOffered) return
    const offer = () => latest()
    change(new Map(offers).set(id, offer))
    return () => {
      if (offers.get(id) === offer) change(new Map([...offers].filter(([other]) => other !== id)))
    }
  }, [id, isOffered])
}

export const useOffers = (): Offers => useSyncExternalStore(subscribe, () => offers)
