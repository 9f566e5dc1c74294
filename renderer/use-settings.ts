import type { Input } from '../shared/contract.ts'
import type { Settings } from '../shared/settings.ts'
import { useCore, useRows } from './core.tsx'
import { usePerform } from './perform.ts'

/** Null until the core has told them. */
export function useSettings(): Settings | null {
  return useRows('settings.watch', {})?.[0] ?? null
}

/** Changes some settings; a refusal is told in a toast. Parts that show it in place call the core themselves. */
export function useChangeSettings(): (change: Input<'settings.update'>) => void {
  const core = useCore()
  const perform = usePerform()
  return (change) => void perform(() => core.call('settings.update', change))
}
