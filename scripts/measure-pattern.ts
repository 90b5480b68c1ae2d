import { RegExpParser, visitRegExpAST } from '@eslint-community/regexpp'
import { countedPattern, TooManySteps } from '#tests/harness/counted-pattern.ts'

type Pattern = Pick<RegExp, 'source' | 'flags'>

const signs = Array.from('a b1A/-.<>"\'[](){}*_\\`=#&,;:|+?!@~$%\n\t\0é中')
const mostUnits = 10

/**
 * Parts of texts that a pattern may match: the pattern's runs of literal characters, and one or two
 * characters of each character class.
 */
function unitsOf({ source, flags }: Pattern): string[] {
  const units = new Set<string>()
  const kind = (raw: string) => {
    const one = new RegExp(`^(?:${raw})$`, flags.replaceAll(/[dgmy]/gu, ''))
    for (const sign of signs.filter((each) => one.test(each)).slice(0, 2)) units.add(sign)
  }
  const ast = new RegExpParser().parsePattern(source, 0, source.length, {
    unicode: flags.includes('u'),
    unicodeSets: flags.includes('v'),
  })
  visitRegExpAST(ast, {
    onAlternativeEnter({ elements }) {
      let run = ''
      for (const element of [...elements, null]) {
        const inner = element?.type === 'Quantifier' ? element.element : element
        if (inner?.type === 'Character') run += String.fromCodePoint(inner.value)
        else if (run !== '') {
          units.add(run)
          run = ''
        }
      }
    },
    onCharacterSetEnter: ({ raw }) => kind(raw),
    onCharacterClassEnter: ({ raw }) => kind(raw),
  })
  return [...units, ' ', 'a'].slice(0, mostUnits)
}

/**
 * Texts of this length, each of which repeats one part or a pair of parts. The ends of the texts prevent a
 * match.
 */
function* hostileTexts(pattern: Pattern, length: number): Generator<string> {
  const units = unitsOf(pattern)
  for (const one of units) {
    for (const other of units) {
      const pump = one === other ? one : one + other
      const text = pump.repeat(Math.ceil(length / pump.length)).slice(0, length - 1)
      yield `${text}\u0001`
      yield one + text.slice(0, length - one.length)
    }
  }
}

/**
 * The maximum number of steps that the pattern takes for one of the hostile texts. If a text takes more than
 * `most`, returns `most` plus one.
 */
export function worstSteps(pattern: Pattern, length: number, most: number): number {
  const find = countedPattern(pattern)
  let worst = 0
  for (const text of hostileTexts(pattern, length)) {
    const count = { steps: 0, most }
    try {
      let found = find(text, 0, count)
      while (found !== null && pattern.flags.includes('g')) {
        found = find(text, Math.max(found.end, found.index + 1), count)
      }
    } catch (error) {
      if (!(error instanceof TooManySteps)) throw error
      return most + 1
    }
    worst = Math.max(worst, count.steps)
  }
  return worst
}
