import type { ConnectorRow } from '../../../shared/run-record.ts'
import { navigate } from '../../navigation.ts'
import { strings } from '../../strings/en.ts'
import { Button } from '../../ui/button.tsx'

export type Connector = ConnectorRow

/** Built-in connectors that get ready by a setting, and where it is. */
const SETTING_OF: ReadonlyMap<string, { readonly section: string; readonly label: string }> = new Map([
  ['files', { section: 'workspace', label: strings.connectors.chooseWorkspace }],
  ['web', { section: 'web', label: strings.connectors.privateHosts }],
])

/** The one thing that helps a connector which isn't ready. */
export function ConnectorAction({ connector }: { connector: Connector }) {
  const setting = SETTING_OF.get(connector.connectorId)
  if (connector.state === 'ready' || connector.state === 'off' || setting === undefined) return null
  return <Button size="small" onClick={() => navigate({ page: 'settings', section: setting.section })}>{setting.label}</Button>
}
