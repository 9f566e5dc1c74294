import { useEffect, useState } from 'react'
import type { Output } from '../shared/contract.ts'
import { toWireError, type WireError } from '../shared/errors.ts'
import { useConnection, useCore } from './core.tsx'

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
    let wanted = true
    core.call('app.info', {}).then(
      (info) => { if (wanted) setState({ status: 'known', info }) },
      (error: unknown) => {
        // A lost connection asks again by itself; it says nothing about the core.
        const failure = toWireError(error)
        if (wanted && failure.code !== 'rpc.disconnected') setState({ status: 'failed', error: failure })
      },
    )
    return () => { wanted = false }
  }, [core, connected])
  return state
}
