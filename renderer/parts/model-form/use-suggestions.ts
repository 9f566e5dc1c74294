import { useEffect, useState } from 'react'
import type { SuggestedProfile } from '../../../shared/model-profile.ts'
import { useCore } from '../../core.tsx'
import { usePerform } from '../../perform.ts'

/** The shipped profiles; null until the core has told them. When it can't, there are none, and a toast says why. */
export function useSuggestions(): readonly SuggestedProfile[] | null {
  const core = useCore()
  const perform = usePerform()
  const [suggestions, setSuggestions] = useState<readonly SuggestedProfile[] | null>(null)
  useEffect(() => {
    void perform(() => core.call('model.suggestions', {})).then((found) => setSuggestions(found ?? []))
  }, [core, perform])
  return suggestions
}
