import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { boundedPatterns } from './bounded-patterns.ts'
import { buildSamples } from './built-patterns.ts'
import { countWays } from './count-ways.ts'
import { type FoundPattern, findPatterns, sourcesIn } from './find-patterns.ts'
import { worstSteps } from './measure-pattern.ts'

// The other builds of recheck need Java or a native program.
process.env.RECHECK_BACKEND = 'pure'
const { checkSync } = await import('recheck')

const [folder] = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const isWhole = folder === undefined
const saves = isWhole && process.argv.includes('--save')
const rooms = ['scoring', 'learning', 'contract', 'server', 'web']
const recheckVersion = '4.5.0'
/** The limit for the steps of a match: about 20 ms of work in V8. */
const mostSteps = 3_000_000
/** A pattern is linear if it has at most this many ways to match from one position. */
const fewWays = 1000
const decideMs = 30_000

/**
 * The patterns that recheck found to be linear. `--save` adds to them. The list is saved because proving one
 * pattern takes up to half a minute, and because recheck does not succeed with the same patterns in every
 * run.
 */
type Checked = { recheck: string; linear: string[] }
const checkedPath = join(import.meta.dirname, 'checked-patterns.json')

function readChecked(): Set<string> {
  const { recheck, linear } = JSON.parse(readFileSync(checkedPath, 'utf8')) as Checked
  return new Set(recheck === recheckVersion ? linear : [])
}

const hasBackReference = (source: string) => /\\(?:[1-9]|k<)/u.test(source)

/** The problem of a pattern; null if it is linear. */
function judge({ source, flags }: FoundPattern): string | null {
  if (hasBackReference(source)) return 'has a back reference, which recheck cannot judge'
  if (countWays({ source, flags }) <= fewWays) return null
  // recheck does not know the flag `d`, which does not affect matching.
  const found = checkSync(source, flags.replace('d', ''), { timeout: decideMs })
  if (found.status === 'safe') return null
  if (found.status === 'vulnerable') return `is not linear: ${found.complexity.summary}`
  return 'could not be decided'
}

/**
 * The problem of a listed pattern: its worst case at its limit takes too many steps. Null if there is no
 * problem.
 */
function judgeBounded(found: FoundPattern, mostCharacters: number): string | null {
  const steps = worstSteps(found, mostCharacters, mostSteps)
  return steps <= mostSteps ? null : `takes more than ${mostSteps} steps for ${mostCharacters} characters`
}

function judgeNew(found: FoundPattern, checked: Set<string>): string | null {
  if (isWhole && !saves) return 'was never checked: npm run check:patterns -- --save'
  const wrong = judge(found)
  if (wrong === null) checked.add(found.pattern)
  return wrong
}

const advice =
  'Rewrite it so that a text can match in only one way (docs/architecture.md), or truncate its input and list it in scripts/bounded-patterns.ts.'

function listProblems(patterns: readonly FoundPattern[], checked: Set<string>): string[] {
  const bounds = new Map(boundedPatterns.map((one) => [one.pattern, one.mostCharacters]))
  const problems: string[] = []
  for (const [pattern, [first, ...others]] of Map.groupBy(patterns, (one) => one.pattern)) {
    const bound = bounds.get(pattern)
    if (first === undefined || (bound === undefined && checked.has(pattern))) continue
    const wrong = bound === undefined ? judgeNew(first, checked) : judgeBounded(first, bound)
    if (wrong !== null)
      problems.push(`${[first, ...others].map(({ at }) => at).join(', ')} ${pattern} ${wrong}`)
  }
  return problems
}

const found = findPatterns(sourcesIn(isWhole ? rooms : [folder]))
const { patterns: built, missing } = isWhole
  ? await buildSamples(found.builders)
  : { patterns: [], missing: [] }
const all = [...found.literals, ...built]
const checked = readChecked()
const problems = [
  ...found.strays.map((at) => `${at} builds a pattern without buildPattern (contract/build-pattern.ts)`),
  ...missing.map((at) => `${at} builds patterns without a sample in scripts/built-patterns.ts`),
  ...listProblems(all, checked),
]
const stands = new Set(all.map(({ pattern }) => pattern))
if (isWhole) {
  const stale = boundedPatterns.filter(({ pattern }) => !stands.has(pattern))
  problems.push(
    ...stale.map(({ pattern }) => `scripts/bounded-patterns.ts lists ${pattern}, which no longer exists`),
  )
}
if (saves) {
  const bounded = new Set(boundedPatterns.map(({ pattern }) => pattern))
  const linear = [...checked].filter((pattern) => stands.has(pattern) && !bounded.has(pattern)).sort()
  writeFileSync(checkedPath, `${JSON.stringify({ recheck: recheckVersion, linear }, null, 2)}\n`)
}
for (const problem of problems) console.error(problem)
if (problems.length > 0) console.error(advice)
else console.log(`${stands.size} patterns are linear or bounded.`)
process.exitCode = problems.length === 0 ? 0 : 1
