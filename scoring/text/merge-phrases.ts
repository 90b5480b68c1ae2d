/** The label of an edge that every word matches, less than every other label. */
export const anyWord = -1

/** One word of a phrase: the labels that it may have, and whether it may be missing. */
export type PhrasePart = { readonly labels: readonly number[]; readonly isOptional: boolean }

export type PhraseParts = { readonly parts: readonly PhrasePart[]; readonly output: number }

/** A node of a trie. Its edges are in two arrays, sorted by label. See `PhraseTrie` for targets. */
export type TrieNode = {
  readonly labels: readonly number[]
  readonly targets: readonly number[]
  readonly outputs: readonly number[]
}

/** A place in a phrase: before a part, or at the end, where `output` is the phrase's output. */
type Position = {
  readonly number: number
  readonly labels: readonly number[]
  readonly after: Position | null
  readonly output: number
  /** This position, and the positions that are reached by leaving out optional parts. */
  readonly open: readonly Position[]
}

/**
 * The nodes of the trie of some phrases; the first is the root. No node is made for each sequence of words,
 * because there are too many. Instead, a node stands for the set of positions that the words so far have
 * reached, and nodes with equal edges are merged, so that the trie fits into the CPU cache.
 */
export function mergePhrases(phrases: readonly PhraseParts[]): TrieNode[] {
  const { positions, starts } = listPositions(phrases)
  const nodes: TrieNode[] = []
  /** The targets of single positions, of sets of positions, and of nodes by their edges and outputs. */
  const ofPosition: (number | undefined)[] = []
  const ofSet = new Map<string, number>()
  const ofContent = new Map<string, number>()

  function nodeOf(set: readonly Position[]): TrieNode {
    const labels: number[] = []
    const targets: number[] = []
    const steps = listSteps(set)
    for (let at = 0; at < steps.length; ) {
      const label = labelOf(steps[at] ?? 0)
      const reached: Position[] = []
      for (; at < steps.length && labelOf(steps[at] ?? 0) === label; at++) {
        const position = positions[numberOf(steps[at] ?? 0)]
        if (position !== undefined && reached.at(-1) !== position) reached.push(position)
      }
      labels.push(label)
      targets.push(targetOf(reached))
    }
    const outputs = set.filter(({ after }) => after === null).map(({ output }) => output)
    return { labels, targets, outputs: outputs.sort((one, other) => one - other) }
  }
  function targetOf(reached: readonly Position[]): number {
    const [first, another] = reached
    if (first !== undefined && another === undefined) {
      const target = ofPosition[first.number] ?? makeTarget(nodeOf(first.open))
      ofPosition[first.number] = target
      return target
    }
    const set = openedBy(reached)
    const key = set.map(({ number }) => number).join()
    const known = ofSet.get(key)
    if (known !== undefined) return known
    const target = makeTarget(nodeOf(set))
    ofSet.set(key, target)
    return target
  }
  function makeTarget(node: TrieNode): number {
    const { labels, targets, outputs } = node
    const [output = 0, another] = outputs
    if (labels.length === 0 && another === undefined) return ~output
    const key = `${outputs.join()} ${labels.join()} ${targets.join()}`
    const known = ofContent.get(key)
    if (known !== undefined) return known
    // Numbers start at 1, because 0 is the root, which is never a target.
    const target = nodes.push(node)
    ofContent.set(key, target)
    return target
  }
  const root = nodeOf(openedBy(starts))
  return [root, ...nodes]
}

/** A label and the number of the position that it leads to, in one number, so that sorting is fast. */
const positionSpan = 2 ** 24
const stepOf = (label: number, position: number) => (label - anyWord) * positionSpan + position
const labelOf = (step: number) => Math.floor(step / positionSpan) + anyWord
const numberOf = (step: number) => step % positionSpan

/** All steps from a set of positions, sorted by label, then by position. */
function listSteps(set: readonly Position[]): Float64Array {
  let count = 0
  for (const { labels } of set) count += labels.length
  const steps = new Float64Array(count)
  let at = 0
  for (const { labels, after } of set)
    if (after !== null) for (const label of labels) steps[at++] = stepOf(label, after.number)
  return steps.sort()
}

/** All positions of some phrases, and their first positions. Phrases share positions if they end alike. */
function listPositions(phrases: readonly PhraseParts[]) {
  const positions: Position[] = []
  const ends = new Map<number, Position>()
  const known = new Map<PhrasePart, Map<Position, Position>>()
  const add = (given: Omit<Position, 'number' | 'open'>, others: readonly Position[]) => {
    const open: Position[] = [...others]
    const position = { ...given, number: positions.length, open }
    open.push(position)
    positions.push(position)
    return position
  }
  const endOf = (output: number) => {
    const found = ends.get(output) ?? add({ labels: [], after: null, output }, [])
    ends.set(output, found)
    return found
  }
  const before = (after: Position, part: PhrasePart) => {
    const places = known.get(part) ?? new Map<Position, Position>()
    known.set(part, places)
    const { labels, isOptional } = part
    const found = places.get(after) ?? add({ labels, after, output: -1 }, isOptional ? after.open : [])
    places.set(after, found)
    return found
  }
  const starts = phrases.map(({ parts, output }) => parts.reduceRight(before, endOf(output)))
  return { positions, starts }
}

/** All positions that the given positions open, without duplicates and by number. */
function openedBy(reached: readonly Position[]): Position[] {
  return [...new Set(reached.flatMap(({ open }) => open))].sort((one, other) => one.number - other.number)
}
