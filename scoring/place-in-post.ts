import type { Hits, TokenRange } from './find-hits.ts'
import type { Evidence } from './post-score.ts'

/** Where the letters of tokens stand in a post; the opening mark alone has none, and `start` = `end`. */
export function placeInPost(
  hits: Hits,
  { inBody, from, to }: TokenRange,
): Pick<Evidence, 'field' | 'start' | 'end'> {
  const tokens = inBody ? hits.body : hits.title
  return {
    field: inBody ? 'selftext' : 'title',
    start: tokens.start[from] ?? 0,
    end: tokens.end[to - 1] ?? 0,
  }
}
