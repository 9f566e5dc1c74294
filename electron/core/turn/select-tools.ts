/** A tool that passed registration and ceiling, as far as choosing among many needs to know it. */
export interface Selectable { readonly connectorId: string; readonly tool: string }

export interface Selection<T extends Selectable> { readonly offered: readonly T[]; readonly leftOut: readonly T[] }

/**
 * Which tools a step describes: whole connectors in their order while they fit; the first that doesn't is cut.
 * The same input gives the same selection.
 */
export function selectTools<T extends Selectable>(tools: readonly T[], limit: number): Selection<T> {
  return { offered: tools.slice(0, limit), leftOut: tools.slice(limit) }
}
