import { createServer } from 'node:http'
import { see } from './chat.ts'
import { go, pressEscape, type State, type StateSetting } from './state.ts'

/** Opens the dialog and types a server that is reached at an address, as far as its review. */
export async function typeAddress({ page }: Pick<StateSetting, 'page'>, label: string, url: string, headers: string): Promise<void> {
  await go(page, '#/connectors')
  await page.getByRole('button', { name: 'Add connector' }).click()
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill(label)
  await page.getByRole('radio', { name: 'An address' }).click()
  await page.getByLabel('Address', { exact: true }).fill(url)
  await page.getByLabel('Headers').fill(headers)
}

/** A server that refuses everybody; it goes with the test. */
async function refuseAll(): Promise<string> {
  const server = createServer((_request, response) => { response.writeHead(401, { 'www-authenticate': 'Bearer' }).end() })
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve) })
  server.unref()
  const place = server.address()
  return `http://127.0.0.1:${typeof place === 'object' && place !== null ? place.port : 0}/mcp`
}

const openAt = async ({ page, core }: StateSetting, label: string, url: string): Promise<void> => {
  const { connectorId } = await core.call('connector.add', { label, reach: { kind: 'address', url }, values: [{ name: 'X-Team', value: 'blue' }] })
  await go(page, `#/connectors/${connectorId}`)
}

/** Of connectors on the network. */
export const serverStates: readonly State[] = [
  { name: 'a connector’s address being typed', reach: async (setting) => { await typeAddress(setting, 'Team tools', 'http://nas.local:8080/mcp?room=1', 'Authorization: Bearer abc-123-def\nX-Team: blue') } },
  { name: 'the review of an address', reach: async ({ page }) => { await page.getByRole('button', { name: 'Review' }).click(); await see(page, /It is not encrypted/) }, leave: pressEscape },
  { name: 'a connector that needs credentials', reach: async (setting) => { await openAt(setting, 'Locked', await refuseAll()); await see(setting.page, /^Locked refuses the credentials/) } },
  { name: 'a connector that is not reached', reach: async (setting) => {
    await openAt(setting, 'Nobody', 'http://127.0.0.1:1/a/rather/long/path/to/the/tools/of/a/team/that/has/gone/mcp')
    await see(setting.page, /does not accept connections/)
    await setting.page.getByRole('button', { name: 'How it is reached' }).click()
  } },
]
