import { type AST, RegExpParser } from '@eslint-community/regexpp'

const single = /^(?:Character|CharacterClass|CharacterSet|ExpressionCharacterClass)$/u

function waysOfElement(node: AST.Element): number {
  if (node.type === 'Backreference') return Number.POSITIVE_INFINITY
  if ('alternatives' in node) return waysOfAny(node.alternatives)
  if (node.type !== 'Quantifier') return 1
  const { element, min, max } = node
  if (single.test(element.type)) return max - min + 1
  return (waysOfElement(element) + 1) ** max
}

const waysOfAny = (alternatives: readonly AST.Alternative[]): number =>
  alternatives.reduce(
    (sum, { elements }) => sum + elements.reduce((product, one) => product * waysOfElement(one), 1),
    0,
  )

/**
 * The maximum number of ways in which a pattern can match from one position. If this number is small, the
 * pattern takes linear time and needs no further check.
 */
export function countWays({ source, flags }: Pick<RegExp, 'source' | 'flags'>): number {
  const { alternatives } = new RegExpParser().parsePattern(source, 0, source.length, {
    unicode: flags.includes('u'),
    unicodeSets: flags.includes('v'),
  })
  return waysOfAny(alternatives)
}
