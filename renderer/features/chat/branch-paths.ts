import type { TurnId } from '../../../shared/ids.ts'
import type { TurnNode } from '../../../shared/run-record.ts'

/** The chain from the chat's first turn to `leaf`, both included; empty when `leaf` isn't known (yet). */
export function pathTo(nodes: readonly TurnNode[], leaf: TurnId | null): readonly TurnNode[] {
  const byId = new Map(nodes.map((node) => [node.turnId, node]))
  const path: TurnNode[] = []
  const visited = new Set<TurnId>()
  let at = leaf
  while (at !== null && !visited.has(at)) {
    const node = byId.get(at)
    if (node === undefined) break
    visited.add(at)
    path.push(node)
    at = node.parentTurnId
  }
  return path.reverse()
}

/**
 * The end of the branch to show. A chat names its newest turn in one projection and the turn's node comes in another, in either
 * order: until the node is there, what was `shown` stays.
 */
export function leafToShow(nodes: readonly TurnNode[], wanted: TurnId | null, shown: TurnId | null): TurnId | null {
  return wanted === null || shown === null || nodes.some((node) => node.turnId === wanted) ? wanted : shown
}

/** For each turn all that have the same parent, itself among them, oldest first. */
export function siblingsByTurn(nodes: readonly TurnNode[]): ReadonlyMap<TurnId, readonly TurnNode[]> {
  const byParent = Map.groupBy(nodes, (node) => node.parentTurnId)
  for (const siblings of byParent.values()) siblings.sort(byAge)
  return new Map(nodes.map((node) => [node.turnId, byParent.get(node.parentTurnId) ?? []]))
}

/** Where a person was last on the branch that goes through `turnId`: the youngest turn below it that nothing follows. */
export function newestLeafBelow(nodes: readonly TurnNode[], turnId: TurnId): TurnId {
  const children = new Map<TurnId, TurnNode[]>()
  for (const node of nodes) {
    if (node.parentTurnId !== null) children.set(node.parentTurnId, [...(children.get(node.parentTurnId) ?? []), node])
  }
  const leaves: TurnNode[] = []
  const visited = new Set<TurnId>()
  const waiting = nodes.filter((node) => node.turnId === turnId)
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (visited.has(node.turnId)) continue
    visited.add(node.turnId)
    const below = children.get(node.turnId) ?? []
    if (below.length === 0) leaves.push(node)
    waiting.push(...below)
  }
  return leaves.sort(byAge).at(-1)?.turnId ?? turnId
}

/**
 * The turn to go on from so that what tainted `path` is left behind: the parent of the first tainted turn.
 * `none`: nothing on the path is tainted. `root`: its very first turn is, so only a new chat is clean.
 */
export function lastBeforeTaint(path: readonly TurnNode[]): { readonly kind: 'turn'; readonly turnId: TurnId } | { readonly kind: 'root' | 'none' } {
  const first = path.findIndex((node) => node.tainted)
  if (first === -1) return { kind: 'none' }
  const before = path[first - 1]
  return before === undefined ? { kind: 'root' } : { kind: 'turn', turnId: before.turnId }
}

const byAge = (left: TurnNode, right: TurnNode): number =>
  left.startedAt - right.startedAt || (left.turnId < right.turnId ? -1 : 1)
