import { useEffect, useState } from 'react'
import type { Output } from '../shared/contract.ts'
import type { WireError } from '../shared/errors.ts'
import { useConnection, useCore } from './core.tsx'
import { takeAnswer } from './take-answer.ts'

export type AppInfo = Output<'app.info'>
export type AppInfoState =
  | { readonly status: 'asking' }
  | { readonly status: 'known'; readonly info: AppInfo }
  | { readonly status: 'failed'; readonly error: WireError }

/** Asked anew after each reconnect: another core may have answered. What was known stays shown meanwhile. */
export function useAppInfo(): AppInfoState {
  const core = useCore()
  const connected = useConnection() === 'connected'
  const [state, setState] = useState<AppInfoState>({ status: 'asking' })
  useEffect(() => {
    if (!connected) return
    return takeAnswer(
      core.call('app.info', {}),
      (info) => setState({ status: 'known', info }),
      // A lost connection asks again by itself; it says nothing about the core.
      (error) => { if (error.code !== 'rpc.disconnected') setState({ status: 'failed', error }) },
    )
  }, [core, connected])
  return state
}
