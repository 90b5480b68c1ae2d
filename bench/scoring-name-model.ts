import { wordingFeature } from '#scoring/find-hits.ts'
import { columnsOf, type ModelFile, type NamedDetector, type NamedRules } from '#scoring/model-file.ts'
import { rulePlaces, ruleTable } from '#scoring/rule-table.ts'
import { nameCompany } from './scoring-company.ts'
import { judgedSignals, type Learned } from './scoring-training.ts'

/** The model as it is stored: weights by name, the score's in points. */
export function nameModel(
  learned: Learned,
  scale: { base: number; pointsPerUnit: number },
  thresholds: Readonly<Record<string, number>>,
): ModelFile {
  const company = nameCompany([
    { company: learned.company, perUnit: scale.pointsPerUnit },
    { company: learned.signalCompany, perUnit: 1 },
  ])
  const styleOfScore = { perUnit: scale.pointsPerUnit, least: 0.05 }
  const score = { base: round(scale.base), rules: nameRules(learned.score.weights, styleOfScore) }
  const weights = [namePhrases(learned, learned.score.weights, styleOfScore)]
  const detectors: Record<string, NamedDetector> = {}
  for (const signal of judgedSignals) {
    const detector = learned.detectors[signal]
    if (detector === undefined) continue
    const style = { perUnit: 1, least: 0.02 }
    detectors[signal] = {
      base: round((detector.bases[0] ?? 0) - (thresholds[signal] ?? 0)),
      rules: nameRules(detector.weights, style),
      communities: nameCommunities(detector.communities),
      pairs: Array.from(detector.pairs, (count) => Number(count.toFixed(3)) + 0),
    }
    weights.push(namePhrases(learned, detector.weights, style))
  }
  const rows = learned.wording.map((phrase, at) => {
    const numbers = weights.flatMap((each) => each[at] ?? [])
    return { phrase, numbers: [...numbers, ...(company.phrases[at] ?? [])] }
  })
  const kept = rows.filter(({ numbers }) => numbers.some((one) => one !== 0))
  return {
    score,
    detectors,
    company: { rules: company.rules },
    columns: columnsOf(Object.keys(detectors)),
    phrases: Object.fromEntries(kept.map(({ phrase, numbers }) => [phrase, numbers])),
  }
}

/** The model as JSON, a phrase a line. */
export function encodeModel({ phrases, ...rest }: ModelFile): string {
  const lines = Object.entries(phrases).map(
    ([phrase, numbers]) => `${JSON.stringify(phrase)}:${JSON.stringify(numbers)}`,
  )
  return `${JSON.stringify(rest).slice(0, -1)},"phrases":{\n${lines.join(',\n')}\n}}\n`
}

function round(value: number): number {
  return Number(value.toFixed(2)) + 0
}

function nameCommunities(communities: ReadonlyMap<string, number>): Record<string, number> {
  const rounded = [...communities].map(([name, weight]) => [name, round(weight)] as const)
  return Object.fromEntries(rounded.filter(([, weight]) => weight !== 0))
}

/** Weights times `perUnit`; where none of a phrase's or rule's is at least `least`, they are not worth their place. */
type Style = { perUnit: number; least: number }

function nameRules(weights: Float64Array, { perUnit, least }: Style): NamedRules {
  const named: NamedRules = {}
  ruleTable.forEach(({ key }, rule) => {
    const each = rulePlaces.map((_, place) =>
      round(perUnit * (weights[rule * rulePlaces.length + place] ?? 0)),
    )
    if (each.some((weight) => Math.abs(weight) >= least)) named[key] = each
  })
  return named
}

/** Of each phrase its weight in the title and in the body. */
function namePhrases({ wording }: Learned, weights: Float64Array, { perUnit, least }: Style): number[][] {
  return wording.map((_, at) => {
    const each = [0, 1].map((inBody) => round(perUnit * (weights[wordingFeature(at, inBody)] ?? 0)))
    return each.some((weight) => Math.abs(weight) >= least) ? each : [0, 0]
  })
}
