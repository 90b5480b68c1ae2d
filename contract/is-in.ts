/** Texts in lower case, of which every match of a pattern contains one: most texts are refused without the pattern. */
const rootsOf = new WeakMap<RegExp, readonly string[]>()

/** Notes the words of all spellings of a pattern, without their endings: every match contains the words of one. */
export function withRoots(pattern: RegExp, ways: readonly (readonly string[])[]): RegExp {
  const longest = ways.map((roots) =>
    roots.reduce((best, root) => (root.length > best.length ? root : best), ''),
  )
  if (longest.length > 0 && longest.every((root) => /^[a-z0-9]+$/u.test(root))) rootsOf.set(pattern, longest)
  return pattern
}

/** The last text in lower case: several patterns look at it in turn. */
let last = { text: '', lower: '' }

function lowerOf(text: string): string {
  if (last.text !== text) last = { text, lower: text.toLowerCase() }
  return last.lower
}

/** Patterns also take this letter for an s, unlike `toLowerCase`. */
const longS = 'ſ'

function mayBeIn(pattern: RegExp, text: string): boolean {
  const roots = rootsOf.get(pattern)
  if (roots === undefined) return true
  const lower = lowerOf(text)
  return roots.some((root) => lower.includes(root)) || lower.includes(longS)
}

/** Unlike `test`, it does not change `lastIndex`. */
export const isIn = (pattern: RegExp, text: string) => mayBeIn(pattern, text) && text.search(pattern) !== -1

/** All matches of a global pattern. */
export const matchesIn = (pattern: RegExp, text: string): Iterable<RegExpExecArray> =>
  mayBeIn(pattern, text) ? text.matchAll(pattern) : []
