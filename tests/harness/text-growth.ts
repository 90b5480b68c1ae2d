import type { HostileText } from './hostile-texts.ts'

/** A parser of text from users or sites. */
export type TextReader = { name: string; read: (text: string) => unknown }

type Count = (work: () => unknown, most: number) => Promise<number>

/** Growth is examined only if the long text costs this many times the short one. */
const doubtful = { short: 64, long: 512, times: 9.2 }
const firstLength = 128
const doublings = 4
/** If one text of maximum length costs more than this, the growth of further texts is not examined. */
const most = 6_000_000
/** If growth exceeds this, no further texts are needed. */
const enough = 3

/** The largest factor by which doubling a text multiplied the steps, and the kind of that text. */
export type Growth = { name: string; worst: number; kind: string; steps: number[] }

/**
 * The largest growth that two consecutive doublings both reach. A single jump only means that a limit was
 * passed, such as a maximum length.
 */
function growthOf(steps: readonly number[]): number {
  const ratios = steps.slice(1).map((one, at) => (one === Infinity ? one : one / (steps[at] ?? one)))
  return Math.max(...ratios.slice(1).map((ratio, at) => Math.min(ratio, ratios[at] ?? ratio)))
}

/**
 * Measures a parser with every kind of text. A kind whose growth is clearly linear is not measured further.
 */
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
    // One additional doubling shows whether the growth continues after a jump.
    for (let at = 0; at <= doublings + 1; at += 1) steps.push(await stepsFor(firstLength * 2 ** at))
    const growth = growthOf(steps)
    if (growth > worst.worst) Object.assign(worst, { worst: growth, kind, steps })
    if (growth > enough) break
  }
  return worst
}
