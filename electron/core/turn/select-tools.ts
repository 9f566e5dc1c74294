/** A connector with its permitted tools and why it may matter now. Higher scores come first. */
export interface ScoredConnector {
  readonly connectorId: string
  /** How well its words fit what was said lately. */
  readonly lexical: number
  /** How lately it was used in this chat; 0: not lately. */
  readonly recent: number
  /** In the connector's own order. */
  readonly tools: readonly { readonly tool: string; readonly lexical: number }[]
}

export interface ConnectorSelection {
  readonly connectorId: string
  readonly lexical: number
  readonly recent: number
  readonly offered: readonly string[]
  readonly leftOut: readonly string[]
}

/**
 * Which tools a step describes when there are more than fit: the most relevant connectors first, whole where possible;
 * one that doesn't fit whole gives its most relevant tools. Where all fit nothing is moved. The same input gives the
 * same selection. @param limit tools in all
 */
export function selectTools(connectors: readonly ScoredConnector[], limit: number): readonly ConnectorSelection[] {
  const total = connectors.reduce((sum, { tools }) => sum + tools.length, 0)
  const order = total <= limit ? connectors : connectors.toSorted((left, right) => right.lexical + right.recent - left.lexical - left.recent)
  let left = limit
  return order.map(({ connectorId, lexical, recent, tools }) => {
    const kept = tools.length <= left ? tools : tools.toSorted((one, other) => other.lexical - one.lexical).slice(0, left)
    left -= kept.length
    const names = new Set(kept.map(({ tool }) => tool))
    return { connectorId, lexical, recent, offered: tools.filter(({ tool }) => names.has(tool)).map(({ tool }) => tool), leftOut: tools.filter(({ tool }) => !names.has(tool)).map(({ tool }) => tool) }
  })
}
