import type { Evidence, ScorablePost } from '#scoring/post-score.ts'
import type { Scorer } from '#scoring/score-post.ts'
import type { RatedQuote } from '../data/quote-ratings.ts'

type Count = { shown: number; right: number; rated: number; allRight: number }

/** How many of the rated quotes of a signal a scorer shows, and the shares in percent that are right. */
export type QuoteFigures = Record<string, { shown: number; rightOfShown: number; shownOfRight: number }>

/**
 * Compares the quotes that a scorer shows with ratings, for each signal and for all signals together
 * (`all`). Only rated quotes are counted; quotes of posts that are missing in `posts` are left out.
 */
export function quoteFigures(
  scorer: Scorer,
  posts: ReadonlyMap<string, ScorablePost>,
  ratings: readonly RatedQuote[],
): QuoteFigures {
  const evidence = new Map<string, readonly Evidence[]>()
  const counts = new Map<string, Count>()
  for (const quote of ratings) {
    const post = posts.get(quote.id)
    if (post === undefined) continue
    const found = evidence.get(quote.id) ?? scorer.scorePost(post).evidence
    evidence.set(quote.id, found)
    const isShown = found.some((one) => shows(one, quote))
    for (const name of [quote.signal, 'all']) {
      const count = counts.get(name) ?? { shown: 0, right: 0, rated: 0, allRight: 0 }
      counts.set(name, count)
      count.rated++
      if (quote.right) count.allRight++
      if (isShown) count.shown++
      if (isShown && quote.right) count.right++
    }
  }
  const bySize = [...counts].sort(([, one], [, other]) => other.rated - one.rated)
  return Object.fromEntries(
    bySize.map(([name, { shown, right, allRight }]) => [
      name,
      { shown, rightOfShown: percent(right, shown), shownOfRight: percent(right, allRight) },
    ]),
  )
}

/** Whether evidence shows at least half of a quote for the quote's signal. */
function shows(one: Evidence, { signal, field, start, end }: RatedQuote): boolean {
  const common = Math.min(one.end, end) - Math.max(one.start, start)
  return one.signal === signal && one.field === field && common > 0 && 2 * common >= end - start
}

const percent = (part: number, whole: number) => Math.round((100 * part) / Math.max(1, whole))
