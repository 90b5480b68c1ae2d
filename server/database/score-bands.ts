/** Lower bounds of the score bands, best first; each has a full-text index of its own (docs/decisions/0004). */
const scoreBands = [85, 75, 65, 55, 45, 35, 30, 25, 20, 10, 0] as const

export type ScoreBand = { from: number; below: number }

export function bandsBetween(lowest: number, highest: number): ScoreBand[] {
  return scoreBands
    .map((from, index) => ({ from, below: scoreBands[index - 1] ?? 101 }))
    .filter((band) => band.below > lowest && band.from <= highest)
}
