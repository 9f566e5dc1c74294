import { useCallback, useEffect, useRef, useState } from 'react'
import { toWireError, type WireError } from '../../../shared/errors.ts'
import type { PlaceChoice } from '../../../shared/secret.ts'
import { useCore } from '../../core.tsx'

export type Places =
  | { readonly status: 'unasked' | 'asking' }
  | { readonly status: 'known'; readonly choices: readonly PlaceChoice[] }
  | { readonly status: 'failed'; readonly error: WireError }

export interface AskedPlaces {
  readonly places: Places
  /** For who has unlocked or started a keychain meanwhile. */
  readonly askAgain: () => void
}

/** Asks the core where a key can be kept, once there is one to keep: the keychain may then ask the person for its password. */
export function usePlaces(wanted: boolean): AskedPlaces {
  const core = useCore()
  const isAsked = useRef(false)
  const [answer, setAnswer] = useState<Places | null>(null)
  const ask = useCallback(() => {
    isAsked.current = true
    core.call('secret.places', {}).then(
      ({ choices }) => setAnswer({ status: 'known', choices }),
      (error: unknown) => setAnswer({ status: 'failed', error: toWireError(error) }),
    )
  }, [core])
  useEffect(() => {
    if (wanted && !isAsked.current) ask()
  }, [wanted, ask])
  const askAgain = () => {
    setAnswer(null)
    ask()
  }
  return { places: answer ?? { status: wanted ? 'asking' : 'unasked' }, askAgain }
}
