/** A hash of a node and a label, as a signed integer. Labels are below `span`. -1 means no edge. */
export function edgeKey(node: number, label: number, span: number): number {
  return (Math.imul(node, span) + label) | 0
}

/** The first slot of a key in a table with `mask + 1` slots. */
export function hashSlot(key: number, mask: number): number {
  const mixed = Math.imul(key, 0x9e3779b1)
  return (mixed ^ (mixed >>> 15)) & mask
}
