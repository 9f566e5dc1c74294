import type { CallId, ConnectorId, TurnId } from '../../../shared/ids.ts'
import type { TurnState } from '../../../shared/turn-state.ts'
import type { Startable } from './next-step.ts'
import { missingConnectors } from './offer-tools.ts'
import type { TurnPorts } from './turn-ports.ts'

/** What a turn holds back until a connector that is starting, or reads its list anew, has said what it has. */
export interface ConnectorWaits {
  /** What it is about to say belongs to the facts that a start is judged by (D5). */
  readonly holdUpCall: (call: Startable) => boolean
  /** A turn that was taken over goes on with the tools it had, once their servers have come up again; not for ever, since its own time runs. */
  readonly holdUpTools: (state: TurnState) => boolean
}

/** How long a step waits for tools that its turn had. */
const TOOLS_WITHIN_MS = 10_000

/** @param goOn called once something that was waited for has settled, or took too long */
export function createConnectorWaits({ turnId, ports, goOn }: { readonly turnId: TurnId; readonly ports: TurnPorts; readonly goOn: () => void }): ConnectorWaits {
  const { clock, watchers, catalog } = ports
  const settling = new Set<ConnectorId>()
  /** Those that a step has waited for once. */
  const waitedFor = new Set<ConnectorId>()

  /** @param withinMs as long as the connector may take, where it isn't given */
  const waitFor = (connectorId: ConnectorId, label: string, callId: CallId | null, withinMs?: number): boolean => {
    if (settling.has(connectorId)) return true
    const settled = catalog.settling(connectorId)
    if (settled === null) return false
    settling.add(connectorId)
    watchers.status(turnId, callId, `Waiting for ${label}`)
    const end = (): void => { if (settling.delete(connectorId)) goOn() }
    const callOff = withinMs === undefined ? () => undefined : clock.at(clock.now() + withinMs, end)
    void settled.then(() => {
      callOff()
      end()
    })
    return true
  }
  return {
    holdUpCall: ({ call }) => {
      const tool = call.meta?.tool ?? null
      return tool !== null && waitFor(tool.connectorId, tool.connectorLabel, call.callId)
    },
    holdUpTools: (state) => {
      const role = ports.facts.roleOf(state)
      if (role === null) return false
      const missing = missingConnectors(ports, role, state).filter(({ id }) => settling.has(id) || !waitedFor.has(id))
      for (const { id, label } of missing) {
        waitedFor.add(id)
        waitFor(id, label, null, TOOLS_WITHIN_MS)
      }
      return missing.length > 0
    },
  }
}
