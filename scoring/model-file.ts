import { factorCount, signalFactorCount } from './word-company.ts'

/** By rule what a hit of value 1 weighs in each place: points of the score, log odds of a detector. */
export type NamedRules = Record<string, number[]>

/** What a sum starts from, and the weights of its rules; those of its phrases stand with the phrases. */
type NamedScore = { base: number; rules: NamedRules }

/**
 * A detector also weighs the community, by its name in lower case: who asks in r/sysadmin asks at work. `pairs` is what
 * the product of two of the detectors' factors counts: of the first with itself, with the second and so on, then of the
 * second with itself.
 */
export type NamedDetector = NamedScore & { communities: Record<string, number>; pairs: number[] }

export type ModelFile = {
  score: NamedScore
  detectors: Record<string, NamedDetector>
  company: {
    /** By rule its factors in each place: in roots of points, then those of the detectors. */
    rules: Record<string, number[][]>
  }
  /** What the numbers of a phrase are, in order: see `columnsOf`. */
  columns: string[]
  /** Every learned phrase with its numbers, all its weights in one row; one that acts alone has only the weights. */
  phrases: Record<string, number[]>
}

/** The column of the phrases' weights of the score or of a detector in the title; the next is that in the body. */
export function titleColumn(name: string): string {
  return `${name} in title`
}

export const massColumn = 'mass'

/**
 * Weights in the title and the body, first of the score, then of each detector; then the mass and the factors, of the
 * score and of the detectors.
 */
export function columnsOf(detectors: readonly string[]): string[] {
  const weighed = ['score', ...detectors].flatMap((name) => [titleColumn(name), `${name} in body`])
  const numbered = (name: string, count: number) =>
    Array.from({ length: count }, (_, factor) => `${name} ${factor + 1}`)
  const factors = [...numbered('factor', factorCount), ...numbered('signal factor', signalFactorCount)]
  return [...weighed, massColumn, ...factors]
}
