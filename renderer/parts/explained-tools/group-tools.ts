import type { ToolExplanation } from '../../../shared/explain.ts'

export type Filter = ToolExplanation['outcome']['filter']

const ORDER: readonly Filter[] = ['gate', 'selection', 'ceiling', 'registration']

/** Those that are offered first, then those that fell, from the last filter to the first; only tools that hold every word of the query. */
export function groupTools(tools: readonly ToolExplanation[], query: string): readonly { readonly filter: Filter; readonly tools: readonly ToolExplanation[] }[] {
  const wanted = query.toLowerCase().split(/\s+/).filter((word) => word !== '')
  const fits = (tool: ToolExplanation) => {
    const text = `${tool.connectorLabel} ${tool.tool} ${tool.title} ${tool.description}`.toLowerCase()
    return wanted.every((word) => text.includes(word))
  }
  return ORDER
    .map((filter) => ({ filter, tools: tools.filter((tool) => tool.outcome.filter === filter && fits(tool)) }))
    .filter((group) => group.tools.length > 0)
}
