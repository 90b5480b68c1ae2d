import { characterKinds, digit, letter, separator } from './character-kind.ts'

/** Length of an HTML entity at `at`, or 0. Stored texts keep them escaped, so offsets count the escaped form. */
export function entityLength(text: string, at: number): number {
  const last = Math.min(text.length, at + 10)
  for (let end = at + 1; end < last; end++) {
    const code = text.charCodeAt(end)
    if (code === 59) return end > at + 2 ? end - at + 1 : 0
    const kind = characterKinds[code] ?? separator
    if (code !== 35 && kind !== letter && kind !== digit) return 0
  }
  return 0
}

const apostropheEntities = ['&#39;', '&#x27;', '&apos;', '&rsquo;', '&#8217;', '&#x2019;']

export function apostropheEntity(text: string, at: number): boolean {
  for (const entity of apostropheEntities) if (text.startsWith(entity, at)) return true
  return false
}

/** Where a link that runs through `from` ends. */
export function linkEnd(text: string, from: number): number {
  let at = from
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code <= 32 || code === 41 || code === 93 || code === 60 || code === 62 || code === 34) break
    at++
  }
  return at
}

/** Where a number that starts at `from` ends: "1,200.50", "10k" and "3rd" are one number each. */
export function numberEnd(text: string, from: number): number {
  let at = from
  while (at < text.length) {
    const code = text.charCodeAt(at)
    const kind = characterKinds[code] ?? separator
    const joins = (code === 44 || code === 46) && characterKinds[text.charCodeAt(at + 1)] === digit
    if (kind !== digit && kind !== letter && !joins) break
    at++
  }
  return at
}

/** Where a community's name that starts at `at` ("/r/name") ends, or 0 when there is none. */
export function communityEnd(text: string, at: number): number {
  const opens = (text.charCodeAt(at + 1) | 32) === 114 && text.charCodeAt(at + 2) === 47
  const before = characterKinds[text.charCodeAt(at - 1)]
  if (!opens || (at > 0 && (before === letter || before === digit))) return 0
  let end = at + 3
  while (end < text.length) {
    const code = text.charCodeAt(end)
    const kind = characterKinds[code]
    if (kind !== letter && kind !== digit && code !== 95) break
    end++
  }
  return end
}
