import { useEffect, useMemo, useState } from 'react'
import type { ConnectorId } from '../../../shared/ids.ts'
import type { ToolClass } from '../../../shared/policy.ts'
import type { ConnectorPreview } from '../../../shared/what-if.ts'
import { useCore } from '../../core.tsx'
import { strings } from '../../strings/en.ts'

const words = strings.lookBack.preview

/** What a change would have meant for the calls of the last 30 days, in a sentence; null while nobody knows. */
export interface Preview {
  readonly asked: (tools: readonly string[], toolClass: ToolClass) => string | null
  /** Null too where nothing was called. */
  readonly off: (tool: string) => string | null
}

/** Worked out when the sheet opens. A preview that can't be read is left out: the change itself doesn't need it. */
export function usePreview(connectorId: ConnectorId): Preview {
  const core = useCore()
  const [found, setFound] = useState<ConnectorPreview | null>(null)
  useEffect(() => {
    let isWanted = true
    core.call('connector.preview', { connectorId }).then(
      (preview) => { if (isWanted) setFound(preview) },
      () => { if (isWanted) setFound(null) },
    )
    return () => { isWanted = false }
  }, [core, connectorId])
  return useMemo(() => {
    const byTool = new Map((found?.tools ?? []).map((tool) => [tool.tool, tool]))
    return {
      asked: (tools, toolClass) => {
        if (found === null) return null
        const called = tools.flatMap((tool) => byTool.get(tool) ?? [])
        return words.asks(called.reduce((sum, { asks }) => sum + asks[toolClass], 0), called.reduce((sum, { calls }) => sum + calls, 0))
      },
      off: (tool) => {
        const calls = byTool.get(tool)?.notDenied ?? 0
        return calls === 0 ? null : words.off(calls)
      },
    }
  }, [found])
}
