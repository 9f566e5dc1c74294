import { useEffect, useState } from 'react'
import { toWireError, type WireError } from '../../../shared/errors.ts'
import type { PlaceChoice } from '../../../shared/secret.ts'
import { useCore } from '../../core.tsx'

export type Places =
  | { readonly status: 'unasked' | 'asking' }
  | { readonly status: 'known'; readonly choices: readonly PlaceChoice[] }
  | { readonly status: 'failed'; readonly error: WireError }

/** Asks the core where a key can be kept, once there is one to keep: the keychain may then ask the person for its password. */
export function usePlaces(wanted: boolean): Places {
  const core = useCore()
  const [places, setPlaces] = useState<Places>({ status: 'unasked' })
  const isUnasked = places.status === 'unasked'
  useEffect(() => {
    if (!wanted || !isUnasked) return
    setPlaces({ status: 'asking' })
    core.call('secret.places', {}).then(
      ({ choices }) => setPlaces({ status: 'known', choices }),
      (error: unknown) => setPlaces({ status: 'failed', error: toWireError(error) }),
    )
  }, [core, wanted, isUnasked])
  return places
}
