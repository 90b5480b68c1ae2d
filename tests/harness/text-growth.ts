import type { HostileText } from './hostile-texts.ts'

/** What reads a text that people or sites send. */
export type TextReader = { name: string; read: (text: string) => unknown }

type Count = (work: () => unknown, most: number) => Promise<number>

/** What a longer text costs of a shorter one, beside what any text costs: below this, no growth is looked at closer. */
const doubtful = { short: 64, long: 512, times: 9.2 }
const firstLength = 128
const doublings = 4
/** More for one text of the longest is no growth that anybody needs to look at. */
const most = 6_000_000
/** What grows so is found out; its other texts would cost the most and say no more. */
const enough = 3

/** The most that doubling a text multiplies the work, and of which text. */
export type Growth = { name: string; worst: number; kind: string; steps: number[] }

/**
 * Of each two doublings in a row the smaller growth: a single jump is a bound that was passed, as of a text that is
 * taken or refused by its length.
 */
function growthOf(steps: readonly number[]): number {
  const ratios = steps.slice(1).map((one, at) => (one === Infinity ? one : one / (steps[at] ?? one)))
  return Math.max(...ratios.slice(1).map((ratio, at) => Math.min(ratio, ratios[at] ?? ratio)))
}

/** Measures a reader with every kind of text; a kind that grows in proportion at once is measured no further. */
export async function measureGrowth(
  { name, read }: TextReader,
  texts: readonly HostileText[],
  count: Count,
): Promise<Growth> {
  const worst: Growth = { name, worst: 0, kind: '', steps: [] }
  for (const { kind, make } of texts) {
    const stepsFor = (length: number) => {
      const text = make(length)
      return count(() => read(text), most)
    }
    const least = await stepsFor(1)
    const [short, long] = [await stepsFor(doubtful.short), await stepsFor(doubtful.long)]
    if (long < Infinity && long - least <= doubtful.times * (short - least)) continue
    const steps: number[] = []
    // One more than the doublings: a jump in the last of them shows there whether it goes on.
    for (let at = 0; at <= doublings + 1; at += 1) steps.push(await stepsFor(firstLength * 2 ** at))
    const growth = growthOf(steps)
    if (growth > worst.worst) Object.assign(worst, { worst: growth, kind, steps })
    if (growth > enough) break
  }
  return worst
}
