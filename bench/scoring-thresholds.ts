/** Posts of one set as a detector judged them unseen: their log odds, which show the signal, and their folds. */
export type OddsOfSet = { odds: Float64Array; present: readonly boolean[]; folds: readonly number[] }

/** Thresholds whose F1 is this close to the best are as good. */
const nearBest = 0.005

/** Judges each fold by the threshold that is best on the others, so that no post helps to judge itself. */
export function judgeByOtherFolds(sets: readonly OddsOfSet[]): boolean[][] {
  const folds = [...new Set(sets.flatMap((set) => set.folds))]
  const threshold = new Map(folds.map((fold) => [fold, bestThreshold(sets.map((set) => without(set, fold)))]))
  return sets.map(({ odds, folds }) =>
    Array.from(odds, (one, at) => one > (threshold.get(folds[at] ?? 0) ?? 0)),
  )
}

function without({ odds, present, folds }: OddsOfSet, fold: number): OddsOfSet {
  const isOther = (_: unknown, at: number) => folds[at] !== fold
  return { odds: odds.filter(isOther), present: present.filter(isOther), folds: folds.filter(isOther) }
}

/** The middle of the thresholds at which the mean of the sets' F1 is all but the best. */
export function bestThreshold(sets: readonly OddsOfSet[]): number {
  const order = sets
    .flatMap(({ odds, present }, set) => Array.from(odds, (one, at) => ({ one, set, present: present[at] })))
    .sort((first, second) => second.one - first.one)
  const all = sets.map(({ present }) => present.filter(Boolean).length)
  const shown = sets.map(() => 0)
  const found = sets.map(() => 0)
  const tried = order.map(({ one, set, present }) => {
    shown[set] = (shown[set] ?? 0) + 1
    if (present) found[set] = (found[set] ?? 0) + 1
    const f1 = sets.map(
      (_, each) => (2 * (found[each] ?? 0)) / Math.max(1, (shown[each] ?? 0) + (all[each] ?? 0)),
    )
    return { threshold: one, mean: f1.reduce((sum, each) => sum + each, 0) / sets.length }
  })
  const best = Math.max(...tried.map(({ mean }) => mean))
  const near = tried.filter(({ mean }) => mean >= best - nearBest)
  return near[near.length >> 1]?.threshold ?? 0
}
