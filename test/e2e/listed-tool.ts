import type { ToolRow } from '../../shared/connector-record.ts'
import type { CoreClient } from '../../shared/contract.ts'
import type { ConnectorId } from '../../shared/ids.ts'

/** Resolves once the connector's sheet shows the tool. */
export function listedTool(client: CoreClient, connectorId: ConnectorId, name: string): Promise<ToolRow> {
  return new Promise((resolve) => {
    client.watch('connector-tools.watch', { connectorId }, (item) => {
      const rows = item.kind === 'snapshot' ? item.rows : item.kind === 'changed' ? [item.row] : []
      const tool = rows.find((row) => row.tool === name)
      if (tool !== undefined) resolve(tool)
    })
  })
}

/** Switches a tool on as a person who classed it would. */
export async function enableTool(client: CoreClient, connectorId: ConnectorId, name: string, toolClass: ToolRow['toolClass']): Promise<void> {
  const { pin } = await listedTool(client, connectorId, name)
  await client.call('tool.set-class', { connectorId, tools: [{ tool: name, pin }], toolClass })
  await client.call('tool.switch', { connectorId, tool: name, on: true, pin })
}
