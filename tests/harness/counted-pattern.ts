import { type AST, RegExpParser } from '@eslint-community/regexpp'

/** Thrown if a match exceeds its steps: an exponential pattern would never end. */
export class TooManySteps extends Error {}

/**
 * `steps` counts compared characters, alternatives tried and quantifier iterations. Counting above `most`
 * throws.
 */
export type StepCount = { steps: number; most: number }

type Match = { text: string; groups: (readonly [number, number] | undefined)[]; count: StepCount }
type Next = (at: number) => number
/** Returns the end of the whole match, or -1. */
type Matcher = (match: Match, at: number, next: Next) => number
type One = (match: Match, at: number) => number
type Mode = { flags: string; unicode: boolean; back: boolean }

function step({ count }: Match): void {
  count.steps += 1
  if (count.steps > count.most) throw new TooManySteps(`more than ${count.most} steps`)
}

/** The original method, because the users of this module instrument string methods. */
const { charCodeAt } = String.prototype as { charCodeAt: (this: string, at: number) => number }
const unitAt = Function.prototype.call.bind(charCodeAt) as (text: string, at: number) => number
const isLow = (unit: number) => unit >= 0xdc00 && unit <= 0xdfff
const isHigh = (unit: number) => unit >= 0xd800 && unit <= 0xdbff

/** Reads one character of this class, and returns the character's end, or -1. */
function oneCharacter(raw: string, { flags, unicode, back }: Mode): One {
  const kind = new RegExp(`^(?:${raw})$`, flags.replaceAll(/[dgmy]/gu, ''))
  const known = new Int8Array(128)
  return (match, at) => {
    step(match)
    const { text } = match
    const first = back ? at - 1 : at
    if (first < 0 || first >= text.length) return -1
    const unit = unitAt(text, first)
    const isKnown = known[unit]
    if (isKnown) return isKnown < 0 ? -1 : back ? first : first + 1
    const beside =
      unicode && unit >= 0xd800 && unit <= 0xdfff ? unitAt(text, back ? first - 1 : first + 1) : 0
    const isPair = back ? isLow(unit) && isHigh(beside) : isHigh(unit) && isLow(beside)
    const from = back && isPair ? first - 1 : first
    const length = isPair ? 2 : 1
    const fits = kind.test(text.slice(from, from + length))
    if (unit < known.length) known[unit] = fits ? 1 : -1
    return fits ? (back ? from : from + length) : -1
  }
}

const singles = new Set(['Character', 'CharacterClass', 'ExpressionCharacterClass', 'CharacterSet'])
const isWord = (text: string, at: number) => {
  const unit = unitAt(text, at)
  return (
    (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90) || (unit >= 48 && unit <= 57) || unit === 95
  )
}

function atEdge(node: AST.EdgeAssertion | AST.WordBoundaryAssertion, multiline: boolean) {
  const breaks = '\n\r\u2028\u2029'
  return ({ text }: Match, at: number): boolean => {
    if (node.kind === 'word') return (isWord(text, at - 1) !== isWord(text, at)) !== node.negate
    const beside = node.kind === 'start' ? at - 1 : at
    if (beside < 0 || beside >= text.length) return true
    return multiline && breaks.includes(text.charAt(beside))
  }
}

function lookaround(node: AST.LookaroundAssertion, mode: Mode): Matcher {
  const inner = anyOf(node.alternatives, { ...mode, back: node.kind === 'lookbehind' })
  return (match, at, next) => {
    const before = [...match.groups]
    const fits = inner(match, at, (end) => end) !== -1
    if (fits === node.negate) {
      match.groups = before
      return -1
    }
    const end = next(at)
    if (end === -1) match.groups = before
    return end
  }
}

function backreference(node: AST.Backreference, { flags, back }: Mode): Matcher {
  const folded = (text: string) => (flags.includes('i') ? text.toLowerCase() : text)
  const groups = [node.resolved].flat()
  return (match, at, next) => {
    const found = groups.map((group) => match.groups[groupNumber(group)]).find((one) => one !== undefined)
    if (found === undefined) return next(at)
    const wanted = match.text.slice(...found)
    for (const _ of wanted) step(match)
    const from = back ? at - wanted.length : at
    if (from < 0 || folded(match.text.slice(from, from + wanted.length)) !== folded(wanted)) return -1
    return next(back ? from : from + wanted.length)
  }
}

const numbers = new WeakMap<AST.CapturingGroup, number>()
const groupNumber = (group: AST.CapturingGroup) => numbers.get(group) ?? 0

function capturing(node: AST.CapturingGroup, mode: Mode): Matcher {
  const inner = anyOf(node.alternatives, mode)
  return (match, at, next) =>
    inner(match, at, (end) => {
      const before = match.groups[groupNumber(node)]
      match.groups[groupNumber(node)] = [Math.min(at, end), Math.max(at, end)]
      const whole = next(end)
      if (whole === -1) match.groups[groupNumber(node)] = before
      return whole
    })
}

/**
 * Matches a repeated character without recursion: first the most and then fewer and fewer (greedy), or the
 * reverse (lazy).
 */
function repeatedCharacter(one: One, { min, max, greedy }: AST.Quantifier): Matcher {
  return (match, start, next) => {
    const ends = [start]
    const more = () => {
      const end = ends.length > max ? -1 : one(match, ends.at(-1) ?? start)
      if (end !== -1) ends.push(end)
      return end !== -1
    }
    while (ends.length <= min) if (!more()) return -1
    if (greedy) while (more());
    while (ends.length > min) {
      step(match)
      const end = next(ends.at(-1) ?? start)
      if (end !== -1) return end
      if (greedy) ends.pop()
      else if (!more()) return -1
    }
    return -1
  }
}

function repeated(node: AST.Quantifier, mode: Mode): Matcher {
  if (singles.has(node.element.type)) return repeatedCharacter(oneCharacter(node.element.raw, mode), node)
  const inner = matcherOf(node.element, mode)
  const { min, max, greedy } = node
  const round =
    (times: number): Matcher =>
    (match, at, next) => {
      step(match)
      const again = () =>
        times >= max
          ? -1
          : inner(match, at, (end) => (end === at && times >= min ? -1 : round(times + 1)(match, end, next)))
      if (times < min) return again()
      const first = greedy ? again() : next(at)
      return first === -1 ? (greedy ? next(at) : again()) : first
    }
  return round(0)
}

function matcherOf(node: AST.Element, mode: Mode): Matcher {
  switch (node.type) {
    case 'Assertion': {
      if (node.kind === 'lookahead' || node.kind === 'lookbehind') return lookaround(node, mode)
      const holds = atEdge(node, mode.flags.includes('m'))
      return (match, at, next) => {
        step(match)
        return holds(match, at) ? next(at) : -1
      }
    }
    case 'Quantifier':
      return repeated(node, mode)
    case 'Group':
      return anyOf(node.alternatives, mode)
    case 'CapturingGroup':
      return capturing(node, mode)
    case 'Backreference':
      return backreference(node, mode)
    default: {
      const one = oneCharacter(node.raw, mode)
      return (match, at, next) => {
        const end = one(match, at)
        return end === -1 ? -1 : next(end)
      }
    }
  }
}

function inSequence(nodes: readonly AST.Element[], mode: Mode): Matcher {
  const parts = nodes.map((node) => matcherOf(node, mode))
  if (mode.back) parts.reverse()
  const [first, ...others] = parts
  if (first === undefined) return (_, at, next) => next(at)
  return others.reduce(
    (before, part): Matcher =>
      (match, at, next) =>
        before(match, at, (end) => part(match, end, next)),
    first,
  )
}

function anyOf(alternatives: readonly AST.Alternative[], mode: Mode): Matcher {
  const ways = alternatives.map(({ elements }) => inSequence(elements, mode))
  const [only] = ways
  if (ways.length === 1 && only !== undefined) return only
  return (match, at, next) => {
    for (let way = 0; way < ways.length; way += 1) {
      step(match)
      const end = ways[way]?.(match, at, next) ?? -1
      if (end !== -1) return end
    }
    return -1
  }
}

export type CountedMatch = { index: number; end: number } | null

/**
 * A backtracking matcher that tries alternatives in V8's order and counts its steps. V8 skips some steps, so
 * the count is an upper bound.
 */
export function countedPattern({ source, flags }: Pick<RegExp, 'source' | 'flags'>) {
  const unicode = /[uv]/u.test(flags)
  const pattern = new RegExpParser().parsePattern(source, 0, source.length, {
    unicode: flags.includes('u'),
    unicodeSets: flags.includes('v'),
  })
  let groups = 0
  const number = (node: AST.Node): void => {
    if (node.type === 'CapturingGroup') {
      groups += 1
      numbers.set(node, groups)
    }
    if ('alternatives' in node) for (const one of node.alternatives) number(one)
    if ('elements' in node) for (const one of node.elements) number(one)
    if (node.type === 'Quantifier') number(node.element)
  }
  number(pattern)
  const whole = anyOf(pattern.alternatives, { flags, unicode, back: false })
  return (text: string, from: number, count: StepCount): CountedMatch => {
    for (let index = from; index <= text.length; index += 1) {
      if (unicode && isLow(unitAt(text, index)) && isHigh(unitAt(text, index - 1))) continue
      const match = { text, groups: [], count }
      step(match)
      const end = whole(match, index, (at) => at)
      if (end !== -1) return { index, end }
      if (flags.includes('y')) return null
    }
    return null
  }
}
