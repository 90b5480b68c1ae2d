import { createHash } from 'node:crypto'
import type { ExampleSearch } from '#contract/examples.ts'
import { limits } from '#contract/limits.ts'
import { parseKeyword } from '#contract/parse-keyword.ts'
import type { Clock } from '#server/clock.ts'
import { type FoundAnswer, withDuplicates } from '#server/matching/result-rules.ts'
import type { ArchiveVersion, SourceQuery } from '#server/source-ports.ts'
import type { SavedResults } from './saved-results-store.ts'

/**
 * Common tasks of businesses and people, as keywords. The keywords with the best results in the archive are
 * shown.
 */
const candidates = [
  'time tracking',
  'inventory',
  'invoice reminders',
  'scheduling',
  'bookkeeping',
  'customer support',
  'expense reports',
  'spreadsheet',
  'project management',
  'budget',
]

const shown = 3
/** An example needs at least this many posts that have all words and are worth reading. */
const fewestPromising = 3
/** The minimum interval between two updates of the examples; the archive itself changes more often. */
const cacheMs = 6 * 60 * 60_000
/** The shorter interval if a search failed or no example was found, because that may change soon. */
const emptyCacheMs = 60_000

/** The token depends only on the keyword, so that a link to an example works after a restart. */
function tokenOf(keyword: string): string {
  return createHash('sha256').update(`example ${keyword}`).digest('base64url')
}

const tokens = new Set(candidates.map(tokenOf))

interface FindExamples {
  finder: { findInArchive(query: SourceQuery): Promise<FoundAnswer | null> }
  archiveVersion: ArchiveVersion
  clock: Clock
}

export type ExampleSearches = ReturnType<typeof makeExampleSearches>

/** `whole` is true if no search for a candidate failed. */
type Found = { version: string; whole: boolean; searches: SavedResults[] }

function toSaved(keyword: string, { posts, coverage }: FoundAnswer, createdAt: Date): SavedResults {
  const every = withDuplicates(posts)
  return {
    keyword,
    sessionToken: tokenOf(keyword),
    userId: null,
    postIds: every.map(({ post }) => post.archiveId),
    matches: every.map(({ match }) => match),
    offTopic: every.map(({ offTopic }) => offTopic),
    coverage,
    createdAt,
  }
}

/** Searches for one keyword after another, so that users' searches do not have to wait. */
async function findExamples({ finder, archiveVersion, clock }: FindExamples): Promise<Found> {
  // Read before the searches, because posts that arrive meanwhile make the examples outdated.
  const version = await archiveVersion()
  const found: { saved: SavedResults; promising: number }[] = []
  let whole = true
  for (const keyword of candidates) {
    const answer = await finder.findInArchive(parseKeyword(keyword))
    if (answer === null) {
      whole = false
      continue
    }
    const promising = answer.posts.filter(
      ({ post, match, offTopic }) =>
        match !== 'related' && !offTopic && post.opportunityScore >= limits.promisingScore,
    ).length
    if (promising >= fewestPromising) found.push({ saved: toSaved(keyword, answer, clock()), promising })
  }
  const best = found.sort((a, b) => b.promising - a.promising).slice(0, shown)
  return { version, whole, searches: best.map(({ saved }) => saved) }
}

/**
 * Searches that the product makes from time to time, for people who want to see results first. They have no
 * owner, so they are not counted and are only in memory.
 */
export function makeExampleSearches(deps: FindExamples) {
  let cached: { until: number; found: Promise<Found> } | null = null
  /** A complete list stays valid until the archive changes. */
  const findAgain = async (before: Promise<Found> | undefined): Promise<Found> => {
    const known = await before?.catch(() => null)
    if (known?.whole && known.version === (await deps.archiveVersion())) return known
    return findExamples(deps)
  }
  const read = async (): Promise<SavedResults[]> => {
    const now = deps.clock().getTime()
    if (cached !== null && now < cached.until) return (await cached.found).searches
    const finding = { until: now + cacheMs, found: findAgain(cached?.found) }
    cached = finding
    finding.found.then(
      ({ searches, whole }) => {
        if (searches.length === 0 || !whole) finding.until = now + emptyCacheMs
      },
      // Failed searches are repeated.
      () => {
        finding.until = now
      },
    )
    return (await finding.found).searches
  }
  return {
    list: async (): Promise<ExampleSearch[]> =>
      (await read()).map(({ keyword, sessionToken }) => ({ keyword, sessionId: sessionToken })),
    /** The results of an example by its token. Null for any other token. */
    find: async (sessionToken: string): Promise<SavedResults | null> =>
      tokens.has(sessionToken)
        ? ((await read()).find((search) => search.sessionToken === sessionToken) ?? null)
        : null,
  }
}
