/** The trie while it grows: nodes by number, edges in one map by node * span + label. */
export type GrowingTrie = {
  span: number
  edges: Map<number, number>
  wild: number[]
  outputs: number[][]
}

/** A node when its ends are shared; `labels` and `targets` are its edges. */
export type SharedNode = {
  labels: readonly number[]
  targets: readonly number[]
  wild: number
  outputs: readonly number[]
}

const none: readonly number[] = []

/** The nodes without doubles, the root first. Children have higher numbers than their parents, so backwards. */
export function shareSuffixes(trie: GrowingTrie): SharedNode[] {
  const edgesOf = groupEdges(trie)
  const kept: SharedNode[] = []
  const numbers = new Map<string, number>()
  const numberOf = new Int32Array(trie.outputs.length)
  for (let at = numberOf.length - 1; at >= 0; at--) {
    const edges = edgesOf.get(at)
    const outputs = trie.outputs[at] ?? none
    const targets = edges?.targets.map((target) => numberOf[target] ?? 0) ?? none
    const labels = edges?.labels ?? none
    const wild = numberOf[trie.wild[at] ?? 0] ?? 0
    const inner = labels === none && wild === 0 ? '' : `|${wild}|${labels.join()}|${targets.join()}`
    const name = outputs.join() + inner
    const same = numbers.get(name)
    // Numbered 1, 2, ... here, so that 0 still is no node; the root comes last and is never anyone's target.
    numberOf[at] = same ?? kept.push({ labels, targets, wild, outputs })
    if (same === undefined) numbers.set(name, kept.length)
  }
  return rootFirst(kept)
}

function groupEdges({ span, edges }: GrowingTrie): Map<number, { labels: number[]; targets: number[] }> {
  const groups = new Map<number, { labels: number[]; targets: number[] }>()
  for (const [key, target] of edges) {
    const from = Math.floor(key / span)
    const group = groups.get(from) ?? { labels: [], targets: [] }
    if (group.labels.length === 0) groups.set(from, group)
    group.labels.push(key - from * span)
    group.targets.push(target)
  }
  return groups
}

/** Renumbers the nodes: the root, numbered last, is 0, then those that most words follow, as texts reach them most. */
function rootFirst(kept: readonly SharedNode[]): SharedNode[] {
  const order = kept.map((_, at) => at)
  const root = order.pop() ?? 0
  order.sort((one, other) => (kept[other]?.labels.length ?? 0) - (kept[one]?.labels.length ?? 0))
  order.unshift(root)
  const numbers = new Int32Array(kept.length + 1)
  order.forEach((old, at) => {
    numbers[old + 1] = at
  })
  const renumbered = (node: number) => numbers[node] ?? 0
  return order
    .flatMap((old) => kept[old] ?? [])
    .map(({ labels, targets, wild, outputs }) => ({
      labels,
      targets: targets.map(renumbered),
      wild: renumbered(wild),
      outputs,
    }))
}
