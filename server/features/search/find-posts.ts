import { limits } from '#contract/limits.ts'
import type { SourceCoverage } from '#contract/search.ts'
import { AppError } from '#server/errors.ts'
import {
  type ArchivedPost,
  type DiscussionSource,
  type FoundPost,
  type Post,
  SourceError,
  type SourceQuery,
} from '#server/ports.ts'
import { type RankedPost, rankPosts, withoutSamples } from './result-rules.ts'

export type FoundAnswer = { posts: RankedPost[]; coverage: SourceCoverage[] }

export type FindPosts = {
  sources: readonly DiscussionSource[]
  /** Scores posts that are new to the archive and keeps them; returns each as kept. */
  keepPosts: (posts: readonly Post[]) => Promise<ArchivedPost[]>
  /** Told about a source that failed, with the cause that a person does not see. */
  warn: (message: string, cause: unknown) => void
}

type SourceOutcome = { posts: FoundPost[]; coverage: SourceCoverage }

function isArchived(post: Post | ArchivedPost): post is ArchivedPost {
  return 'archiveId' in post
}

function failedCoverage(source: DiscussionSource, failed: string): SourceCoverage {
  const unknown = { posts: null, oldestPostAt: null, newestPostAt: null, sample: false, leftOut: null }
  return { source: source.name, ...unknown, failed }
}

/** One source within its time; a failure becomes a line of coverage and never fails the others. */
async function askSource(
  source: DiscussionSource,
  query: SourceQuery,
  warn: FindPosts['warn'],
): Promise<SourceOutcome> {
  const signal = AbortSignal.timeout(source.timeLimitMs)
  const timeIsUp = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new SourceError('did not answer in time')), { once: true })
  })
  // A source that throws at once leaves nobody who waits for the time.
  timeIsUp.catch(() => {})
  try {
    const search = source.search(query, { posts: limits.resultsPerSearch, signal })
    const answer = await Promise.race([search, timeIsUp])
    return {
      posts: answer.posts.slice(0, limits.resultsPerSearch),
      coverage: { ...answer.coverage, source: source.name, failed: null },
    }
  } catch (error) {
    warn(`Source ${source.name} failed`, error)
    const reason = error instanceof SourceError ? error.message : 'could not be searched'
    return { posts: [], coverage: failedCoverage(source, reason) }
  }
}

/** Posts that came from outside are scored and kept first, so that every result is one the archive holds. */
async function keepFound(
  found: readonly FoundPost[],
  keepPosts: FindPosts['keepPosts'],
): Promise<RankedPost[]> {
  const fresh = found.flatMap(({ post }) => (isArchived(post) ? [] : [post]))
  const kept = fresh.length === 0 ? [] : await keepPosts(fresh)
  const keyOf = (post: Pick<Post, 'source' | 'sourceId'>) => `${post.source} ${post.sourceId}`
  const keptByKey = new Map(kept.map((post) => [keyOf(post), post]))
  return found.flatMap(({ post, match = 'post' }) => {
    const archived = isArchived(post) ? post : keptByKey.get(keyOf(post))
    return archived === undefined ? [] : [{ post: archived, match }]
  })
}

/** Asks every source at the same time and ranks what they found. Throws only when all of them failed. */
export async function findPosts(deps: FindPosts, query: SourceQuery): Promise<FoundAnswer> {
  const outcomes = await Promise.all(deps.sources.map((source) => askSource(source, query, deps.warn)))
  const coverage = outcomes.map((outcome) => outcome.coverage)
  if (coverage.every((source) => source.failed !== null)) {
    throw new AppError('search_failed', 'No source could be searched', {
      userMessage: 'Something went wrong with your search',
    })
  }
  const real = withoutSamples(
    outcomes.flatMap((outcome) => outcome.posts),
    coverage,
  )
  return { posts: rankPosts(await keepFound(real, deps.keepPosts)), coverage }
}
