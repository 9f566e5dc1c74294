import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TestContext } from 'node:test'
import { createWebConnector, type WebDeps } from '../../electron/core/connectors/web/create-web-connector.ts'
import { callTool, failTool } from './call-tool.ts'
import { startPages } from './page-server.ts'

export type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** A real server that answers so, and the connector that may reach it. */
export async function startWeb(context: TestContext, answer: Answer, options: Partial<WebDeps> = {}) {
  const pages = await startPages(context, answer)
  const connector = createWebConnector({ now: () => 7, privateHosts: () => [pages.host], ...options })
  const fetch = async (path = '/') => String((await callTool(connector, 'fetch_page', { url: `http://${pages.host}${path}` })).value)
  const fail = async (path = '/') => failTool(connector, 'fetch_page', { url: `http://${pages.host}${path}` })
  return { pages, connector, fetch, fail }
}
