import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import type { CoreClient } from '../../shared/contract.ts'
import { pastedFake } from '../core/server-core.ts'
import { enableTool } from './listed-tool.ts'

/** What makes the practice model call the tool of {@link addDeadly}. */
export const DEADLY_CALL = 'call mcp-plain__die {}'

/** A server whose tool takes its process with it, so that nobody learns what became of the call; classed as a write. */
export async function addDeadly(client: CoreClient): Promise<void> {
  const { candidates: [candidate] } = await client.call('connector.parse-config', { text: pastedFake('plain', 'plain'), origin: 'pasted' })
  assert.ok(candidate !== undefined)
  const { connectorId } = await client.call('connector.add', { label: candidate.label, reach: candidate.reach, values: [] })
  await enableTool(client, connectorId, 'die', 'write')
}

/** The question what became of the call. */
export const deadlyCard = (page: Page): Locator => page.getByRole('group', { name: 'May have run: die' })
