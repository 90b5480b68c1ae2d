/** A bit for each post of a window. */
export type PostBits = Uint32Array

export function setBit(bits: PostBits, bit: number): void {
  bits[bit >>> 5] = (bits[bit >>> 5] as number) | (1 << (bit & 31))
}

export const hasBits = (bits: PostBits) => bits.some((word) => word !== 0)

/** Keeps in the first set only posts that are in both sets. */
export function keepBoth(bits: PostBits, others: PostBits): void {
  for (let word = 0; word < bits.length; word += 1)
    bits[word] = (bits[word] as number) & (others[word] as number)
}

/** Adds the posts of the second set to the first one. */
export function addAll(bits: PostBits, others: PostBits): void {
  for (let word = 0; word < bits.length; word += 1)
    bits[word] = (bits[word] as number) | (others[word] as number)
}

/** Removes the posts of the second set from the first one. */
export function removeAll(bits: PostBits, others: PostBits): void {
  for (let word = 0; word < bits.length; word += 1)
    bits[word] = (bits[word] as number) & ~(others[word] as number)
}

/** The positions of the set bits, ascending. */
export function listBits(bits: PostBits): number[] {
  const set: number[] = []
  for (let word = 0; word < bits.length; word += 1) {
    for (let left = bits[word] as number; left !== 0; left &= left - 1)
      set.push(word * 32 + 31 - Math.clz32(left & -left))
  }
  return set
}
