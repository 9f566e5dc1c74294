import type { CallHandlers, Input } from '../../../shared/contract.ts'
import { AppError } from '../../../shared/errors.ts'
import type { ConnectorId, Digest } from '../../../shared/ids.ts'
import { isMcpTool } from '../mcp/to-tool.ts'
import type { CatalogEntry } from '../tools/catalog.ts'
import { definitionOf } from '../tools/definition-text.ts'
import type { ToolChoice } from '../tools/tool-choices.ts'
import { acceptedAs } from './tool-row.ts'
import type { CoreParts } from './core-parts.ts'

type ReviewCalls = Pick<CallHandlers, 'tool.switch' | 'tool.require-approval' | 'tools.enable-reads' | 'tool.set-class' | 'tool.set-facts' | 'tool.accept'>

/**
 * A person's word on tools. On a server's tools it is bound to the definition that was shown: whatever changed meanwhile
 * is refused, never accepted unseen.
 */
export function createReviewHandlers(parts: CoreParts, changed: (connectorId: ConnectorId, tools: readonly string[]) => void): ReviewCalls {
  const { catalog, choices } = parts
  const entryOf = (connectorId: ConnectorId, tool: string): CatalogEntry => {
    const entry = catalog.find({ connectorId, tool })
    if (entry === null) throw new AppError('input.not-found', 'There is no such tool.')
    return entry
  }
  const seenEntry = (connectorId: ConnectorId, tool: string, pin: Digest | undefined): CatalogEntry => {
    const entry = entryOf(connectorId, tool)
    if (entry.connector.builtIn) throw new AppError('input.invalid', 'Built-in tools are what they are: their classes and facts can’t be changed.', { kept: 'Nothing was changed.' })
    if (entry.pin !== pin) throw new AppError('input.invalid', `The tool ${entry.tool.title} is not what you were shown: its server changed it.`, { kept: 'Nothing was changed.', advice: 'Look at it again.' })
    return entry
  }
  const unchanged = (entry: CatalogEntry): CatalogEntry => {
    if (entry.changed) throw new AppError('input.invalid', `The definition of ${entry.tool.title} changed since you accepted it.`, { kept: 'It stays withheld.', advice: 'Review the change first.' })
    return entry
  }
  const pinned = ({ made, pin, connector }: CatalogEntry): Partial<ToolChoice> => ({ acceptedPin: pin, acceptedDefinition: definitionOf(made, connector.launch) })
  /** What is shown, from here on as the person's own choice: a later hint changes none of it. */
  const reviewed = (entry: CatalogEntry): Partial<ToolChoice> => ({ toolClass: entry.tool.toolClass, untrusted: entry.tool.untrusted, egress: entry.tool.egress, ...pinned(entry) })
  /** A judgement is bound to what was judged; a changed tool waits for its own review. */
  const judged = (entry: CatalogEntry): Partial<ToolChoice> => (entry.changed ? {} : pinned(entry))
  const done = (connectorId: ConnectorId, tools: readonly string[]): Promise<Record<string, never>> => {
    changed(connectorId, tools)
    return Promise.resolve({})
  }

  const whyLeft = ({ connectorId, tools }: Input<'tools.enable-reads'>): readonly { readonly entry: CatalogEntry | null; readonly tool: string; readonly reason: string | null }[] => {
    return tools.map(({ tool, pin }) => {
      const entry = catalog.find({ connectorId, tool })
      const reason = entry === null ? 'It is no longer listed.'
        : entry.connector.builtIn || entry.pin !== pin || entry.changed ? 'Its definition changed.'
        : entry.tool.toolClass !== 'read' ? 'It is not a read.'
        : isMcpTool(entry.made) && entry.made.misleading ? 'Its words contradict that it only reads; switch it on by itself.' : null
      return { entry, tool, reason }
    })
  }

  return {
    'tool.switch': async ({ connectorId, tool, on, pin }) => {
      const entry = entryOf(connectorId, tool)
      choices.choose(entry.tool.identity, on && !entry.connector.builtIn ? { on, ...reviewed(unchanged(seenEntry(connectorId, tool, pin))) } : { on })
      return done(connectorId, [tool])
    },
    'tool.require-approval': async ({ connectorId, tool, required }) => {
      choices.choose(entryOf(connectorId, tool).tool.identity, { requiresApproval: required })
      return done(connectorId, [tool])
    },
    'tools.enable-reads': async (input) => {
      const enabled: string[] = []
      const left: { tool: string; reason: string }[] = []
      for (const { entry, tool, reason } of whyLeft(input)) {
        if (entry === null || reason !== null) left.push({ tool, reason: reason ?? '' })
        else {
          choices.choose(entry.tool.identity, { on: true, ...reviewed(entry) })
          enabled.push(tool)
        }
      }
      changed(input.connectorId, enabled)
      return { enabled, left }
    },
    'tool.set-class': async ({ connectorId, tools, toolClass }) => {
      const entries = tools.map(({ tool, pin }) => seenEntry(connectorId, tool, pin))
      for (const entry of entries) choices.choose(entry.tool.identity, { toolClass, ...judged(entry) })
      return done(connectorId, tools.map(({ tool }) => tool))
    },
    'tool.set-facts': async ({ connectorId, tool, pin, untrusted, egress }) => {
      const entry = seenEntry(connectorId, tool, pin)
      choices.choose(entry.tool.identity, { untrusted: untrusted ?? null, egress: egress ?? null, ...judged(entry) })
      return done(connectorId, [tool])
    },
    'tool.accept': async ({ connectorId, tool, pin }) => {
      const entry = seenEntry(connectorId, tool, pin)
      choices.choose(entry.tool.identity, { ...acceptedAs(entry, choices.get(entry.tool.identity)), ...pinned(entry) })
      return done(connectorId, [tool])
    },
  }
}
