import { edgeKey, hashSlot } from './hash-slot.ts'

/** The label of an edge that every word matches. */
export const anyWord = -1

/**
 * A trie that is being built. Node 0 is the root. It consists of lists of numbers, because it has a hundred
 * thousand nodes and most nodes have only one edge. The edges of a node are a linked list that ends with -1.
 */
export type GrowingTrie = {
  /** The first and the last edge of each node, and the number of its edges. */
  readonly first: number[]
  readonly last: number[]
  readonly size: number[]
  /** The phrases that end at each node. */
  readonly outputs: (number[] | undefined)[]
  /** For each edge: its first node, its label, its second node, and the next edge of the first node. */
  readonly from: number[]
  readonly label: number[]
  readonly to: number[]
  readonly next: number[]
  /** A hash table (open addressing) by node and label. A slot has the number of an edge, or -1. */
  slots: Int32Array
}

/** A node after merging it with equal nodes. `edges` maps labels to targets: see `PhraseTrie`. */
export type SharedNode = { edges: Map<number, number>; outputs: readonly number[] }

const labelSpan = 0x10001
const none: readonly number[] = []

export function growTrie(): GrowingTrie {
  const slots = new Int32Array(1 << 16).fill(-1)
  return {
    first: [-1],
    last: [-1],
    size: [0],
    outputs: [undefined],
    from: [],
    label: [],
    to: [],
    next: [],
    slots,
  }
}

/** The slot of an edge, or the free slot where it would be. */
function slotOf({ slots, from, label }: GrowingTrie, node: number, wanted: number): number {
  const mask = slots.length - 1
  let slot = hashSlot(edgeKey(node, wanted, labelSpan), mask)
  for (;;) {
    const edge = slots[slot] ?? -1
    if (edge === -1 || (from[edge] === node && label[edge] === wanted)) return slot
    slot = (slot + 1) & mask
  }
}

/** The node to which the label leads from `node`. The node is created if it does not exist. */
export function follow(trie: GrowingTrie, node: number, label: number): number {
  const slot = slotOf(trie, node, label)
  const known = trie.slots[slot] ?? -1
  if (known !== -1) return trie.to[known] ?? 0
  const made = trie.first.push(-1) - 1
  trie.last.push(-1)
  trie.size.push(0)
  trie.outputs.push(undefined)
  trie.from.push(node)
  trie.label.push(label)
  trie.next.push(-1)
  const edge = trie.to.push(made) - 1
  const before = trie.last[node] ?? -1
  if (before === -1) trie.first[node] = edge
  else trie.next[before] = edge
  trie.last[node] = edge
  trie.size[node] = (trie.size[node] ?? 0) + 1
  trie.slots[slot] = edge
  if (trie.to.length * 2 > trie.slots.length) makeRoom(trie)
  return made
}

function makeRoom(trie: GrowingTrie): void {
  trie.slots = new Int32Array(trie.slots.length * 4).fill(-1)
  for (let edge = 0; edge < trie.to.length; edge++)
    trie.slots[slotOf(trie, trie.from[edge] ?? 0, trie.label[edge] ?? 0)] = edge
}

export function addOutput({ outputs }: GrowingTrie, node: number, output: number): void {
  const known = outputs[node]
  if (known === undefined) outputs[node] = [output]
  else if (!known.includes(output)) known.push(output)
}

/** The nodes by number. Equal nodes are merged, so that all of them fit into the CPU cache. */
export function shareNodes(trie: GrowingTrie): SharedNode[] {
  const { first, size, outputs, label, to, next } = trie
  const nodes: SharedNode[] = []
  /** The numbers of nodes by their hash. */
  const numbered = new Map<number, number[]>()
  /** The target of each edge. A target is set as soon as the second node of its edge has a number. */
  const targets = new Int32Array(to.length)
  const settle = (node: number) => {
    for (let edge = first[node] ?? -1; edge !== -1; edge = next[edge] ?? -1)
      targets[edge] = targetOf(to[edge] ?? 0)
  }
  const edgesOf = (node: number) => {
    const edges = new Map<number, number>()
    for (let edge = first[node] ?? -1; edge !== -1; edge = next[edge] ?? -1)
      edges.set(label[edge] ?? 0, targets[edge] ?? 0)
    return edges
  }
  /** Equal nodes have the same hash. */
  const hashOf = (node: number, ends: readonly number[]) => {
    let hash = size[node] ?? 0
    for (const output of ends) hash = (hash + Math.imul(output + 1, 0x85ebca6b)) | 0
    for (let edge = first[node] ?? -1; edge !== -1; edge = next[edge] ?? -1)
      hash = (hash + hashSlot(edgeKey(targets[edge] ?? 0, label[edge] ?? 0, labelSpan), -1)) | 0
    return hash
  }
  const isEqual = (node: number, ends: readonly number[], other: SharedNode | undefined) => {
    if (other === undefined || other.edges.size !== size[node] || other.outputs.length !== ends.length)
      return false
    for (let edge = first[node] ?? -1; edge !== -1; edge = next[edge] ?? -1)
      if (other.edges.get(label[edge] ?? 0) !== targets[edge]) return false
    return ends.every((output, at) => output === other.outputs[at])
  }
  const targetOf = (node: number): number => {
    const ends = outputs[node] ?? none
    const [output = 0, another] = ends
    if (size[node] === 0 && another === undefined) return ~output
    settle(node)
    const hash = hashOf(node, ends)
    const alike = numbered.get(hash)
    const known = alike?.find((one) => isEqual(node, ends, nodes[one - 1]))
    if (known !== undefined) return known
    // Numbers start at 1, because 0 is the root, which is never a target.
    const target = nodes.push({ edges: edgesOf(node), outputs: ends })
    if (alike === undefined) numbered.set(hash, [target])
    else alike.push(target)
    return target
  }
  settle(0)
  return [{ edges: edgesOf(0), outputs: outputs[0] ?? none }, ...nodes]
}
