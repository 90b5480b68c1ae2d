import type { VisitedWord } from './each-word.ts'
import { stemWord } from './stem-word.ts'
import { wordWeight } from './word-weights.ts'

/** The distinct words of one result, numbered as they come, with the number of the stem of each. */
export type WordList = {
  texts: string[]
  stems: number[]
  /** By stem: what it tells of a subject, from 0 to 1. */
  tells: number[]
  ofStem: Map<string, number>
  /** Open addressing: both halves of the hash, then the word's number plus one. */
  slots: Int32Array
}

export function emptyWordList(): WordList {
  return { texts: [], stems: [], tells: [], ofStem: new Map(), slots: new Int32Array(3 << 14) }
}

/** The number of a word of a text. */
export function wordNumber(list: WordList, text: string, { start, end, low, high }: VisitedWord): number {
  const at = findSlot(list.slots, low, high)
  const known = list.slots[at + 2] ?? 0
  if (known > 0) return known - 1
  const number = addText(list, text.slice(start, end))
  list.slots.set([low, high, number + 1], at)
  if (list.texts.length * 6 > list.slots.length) growSlots(list)
  return number
}

function findSlot(slots: Int32Array, low: number, high: number): number {
  const count = slots.length / 3
  for (let slot = low & (count - 1); ; slot = (slot + 1) & (count - 1)) {
    const at = slot * 3
    if (slots[at + 2] === 0 || (slots[at] === low && slots[at + 1] === high)) return at
  }
}

function growSlots(list: WordList): void {
  const old = list.slots
  list.slots = new Int32Array(old.length * 2)
  for (let at = 0; at < old.length; at += 3) {
    const used = (old[at + 2] ?? 0) > 0
    if (used) list.slots.set(old.subarray(at, at + 3), findSlot(list.slots, old[at] ?? 0, old[at + 1] ?? 0))
  }
}

function addText(list: WordList, raw: string): number {
  const text = raw
    .toLowerCase()
    .replace(/['\u2019]s$/u, '')
    .replaceAll(/['\u2019]/gu, '')
  const stem = stemWord(text)
  let number = list.ofStem.get(stem)
  if (number === undefined) {
    number = list.tells.length
    list.ofStem.set(stem, number)
    list.tells.push(wordWeight(stem))
  }
  list.texts.push(text)
  list.stems.push(number)
  return list.texts.length - 1
}
