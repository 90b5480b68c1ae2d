import { type Clock, type DiscussionSource, SourceError } from '#server/ports.ts'

/** What Reddit announced on 5 August and 30 September 2026. */
const announcedFrom = Date.UTC(2027, 0, 1)
const closesAt = Date.UTC(2027, 2, 1)

/** For the operator, beside the state of the source. */
const closingDates =
  'Reddit ends this: clients that are not registered lose access on 12 January 2027, the public API closes for ' +
  'all in March 2027. What is kept stays, but can no longer be checked for deletions.'

function closingNote(now: Date): string | null {
  if (now.getTime() < announcedFrom) return null
  return now.getTime() < closesAt
    ? 'Reddit closes its public API in March 2027'
    : 'Reddit announced the end of its public API for March 2027, so that newer posts may be missing'
}

/** A source that reads Reddit's API, with when that ends: for the operator at once, in answers from 2027 on. */
export function untilRedditCloses(source: DiscussionSource, clock: Clock): DiscussionSource {
  return {
    ...source,
    notice: closingDates,
    async search(query, limits) {
      const note = closingNote(clock())
      if (note === null) return source.search(query, limits)
      try {
        const { posts, coverage } = await source.search(query, limits)
        const sentences = [...(coverage.leftOut === null ? [] : [coverage.leftOut]), `${note}.`]
        return { posts, coverage: { ...coverage, leftOut: sentences.join(' ') } }
      } catch (error) {
        if (!(error instanceof SourceError)) throw error
        throw new SourceError(`${error.message}; ${note}`, { cause: error })
      }
    },
  }
}
