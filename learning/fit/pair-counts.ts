import { hashSlot } from '#scoring/text/hash-slot.ts'

export type PairCounts = ReturnType<typeof makePairCounts>

const mostWords = 40_000
const leastSlots = 2 ** 24
const free = -1

/**
 * Sums for unordered pairs of word numbers below 40,000. With open addressing, tens of millions of pairs need
 * a few hundred megabytes.
 */
export function makePairCounts() {
  let keys = new Int32Array(leastSlots).fill(free)
  let sums = new Float32Array(leastSlots)
  let used = 0

  function slotOf(key: number): number {
    const mask = keys.length - 1
    let slot = hashSlot(key, mask)
    while (keys[slot] !== key && keys[slot] !== free) slot = (slot + 1) & mask
    return slot
  }

  function addKey(key: number, gain: number): void {
    const slot = slotOf(key)
    if (keys[slot] === free) {
      keys[slot] = key
      used++
    }
    sums[slot] = (sums[slot] ?? 0) + gain
  }

  function grow(): void {
    const oldKeys = keys
    const oldSums = sums
    keys = new Int32Array(oldKeys.length * 2).fill(free)
    sums = new Float32Array(oldKeys.length * 2)
    used = 0
    oldKeys.forEach((key, slot) => {
      if (key !== free) addKey(key, oldSums[slot] ?? 0)
    })
  }

  return {
    add(one: number, other: number, gain: number): void {
      addKey(one < other ? one * mostWords + other : other * mostWords + one, gain)
      if (used > keys.length * 0.7) grow()
    },
    forEach(visit: (one: number, other: number, sum: number) => void): void {
      keys.forEach((key, slot) => {
        if (key !== free) visit(Math.floor(key / mostWords), key % mostWords, sums[slot] ?? 0)
      })
    },
  }
}
