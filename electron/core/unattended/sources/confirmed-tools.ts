import type { ConfirmedTool, SourceText } from '../../../../shared/source.ts'
import { isSameTool } from '../../../../shared/tool-set.ts'
import { problemOf, type Catalog, type CatalogEntry } from '../../tools/catalog.ts'

type Sources = Pick<Catalog, 'find' | 'entriesOf' | 'settling' | 'connectors'>

/** What saving a source confirms: the connector's reads that are on today, and the one tool that writes. */
export function toolsToConfirm(catalog: Sources, { connectorId, draft }: Pick<SourceText, 'connectorId' | 'draft'>): readonly ConfirmedTool[] {
  const reads = catalog.entriesOf(connectorId).filter((entry) => entry.tool.toolClass === 'read' && isUsable(entry) && !entry.tool.optIn && !isSameTool(entry.tool.identity, draft))
  const drafts = [catalog.find(draft)].filter((entry) => entry !== null).filter((entry) => entry.tool.toolClass === 'write' && isUsable(entry))
  return [...reads.map((entry) => confirmed(entry, 'read')), ...drafts.map((entry) => confirmed(entry, 'write'))]
}

const confirmed = ({ tool, pin }: CatalogEntry, toolClass: ConfirmedTool['toolClass']): ConfirmedTool => ({ ...tool.identity, pin, toolClass })

const isUsable = (entry: CatalogEntry): boolean => entry.on && entry.connectorOn && !entry.changed && entry.unusable === null && entry.switchedOffBy === null

/** Those that still are what was confirmed: another definition, class or switch, and a run is never told of it again. */
export const stillConfirmed = (catalog: Pick<Catalog, 'find'>, tools: readonly ConfirmedTool[]): readonly ConfirmedTool[] => tools.filter((tool) => changeOf(catalog.find(tool), tool) === null)

/** Why nothing of a source may run; null: all that was confirmed is as it was. */
export function confirmedProblem(catalog: Sources, { connectorId }: Pick<SourceText, 'connectorId'>, tools: readonly ConfirmedTool[]): string | null {
  const connector = catalog.connectors.find(({ id }) => id === connectorId)
  if (connector === undefined) return 'Its connector is not there any more. Choose another one, or delete this source.'
  for (const tool of tools) {
    const change = changeOf(catalog.find(tool), tool)
    if (change !== null) return `${change} Look at it, then save this source again.`
  }
  // One that is only starting will be waited for.
  return catalog.settling(connectorId) === null ? problemOf(connector) : null
}

function changeOf(entry: CatalogEntry | null, { tool, pin, toolClass }: ConfirmedTool): string | null {
  if (entry === null) return `The tool “${tool}” is not there any more.`
  const name = `“${entry.tool.title}” of ${entry.connector.label}`
  if (!entry.connectorOn) return `${entry.connector.label} is switched off.`
  if (!entry.on) return `${name} is switched off.`
  if (entry.switchedOffBy !== null) return `${name} is switched off for this machine by ${entry.switchedOffBy}.`
  if (entry.changed || entry.pin !== pin) return `The definition of ${name} is not the one that you confirmed.`
  if (entry.tool.toolClass !== toolClass) return `The class of ${name} was ${toolClass} when you confirmed it, and is ${entry.tool.toolClass}.`
  if (entry.unusable !== null) return `${name} can’t be used: ${entry.unusable}`
  return null
}
