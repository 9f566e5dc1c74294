import type { Caller, CoreHandlers } from '../../shared/contract.ts'
import type { ConnectorId } from '../../shared/ids.ts'

/** Of the built-in connectors those that most tests have no use for. */
const SELDOM: readonly string[] = ['notes', 'transcripts', 'skills']

/** Switches them off but for those that are named, so that a test's own tools all fit in a step. */
export async function switchSeldomOff({ calls, watches }: CoreHandlers, caller: Caller, kept: readonly string[] = []): Promise<void> {
  const ids = new Set<ConnectorId>()
  watches['connectors.watch']({}, (item) => { if (item.kind === 'snapshot') for (const { connectorId } of item.rows) ids.add(connectorId) })()
  for (const connectorId of ids) if (SELDOM.includes(connectorId) && !kept.includes(connectorId)) await calls['connector.switch']({ connectorId, on: false }, caller)
}
