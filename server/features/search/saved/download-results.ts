import type { Searcher } from '#server/actor.ts'
import type { ListedPost } from '#server/matching/result-rules.ts'
import type { ArchivedPost, PostDetails } from '#server/source-ports.ts'
import { type ReadSavedResults, requireSavedPosts } from './read-saved-results.ts'

/** A result with its full text and all evidence of its score. */
type RowPost = ListedPost & PostDetails

const signedOf = (points: number) => (points > 0 ? `+${points}` : `${points}`)

/** All quotes with their points, then the sentences that the page does not show. */
function evidenceCell({ post, evidence, selftext }: RowPost): string {
  return evidence
    .filter(({ points }) => points !== 0)
    .map(({ signal, field, start, end, points, sentences = [] }) => {
      const written = field === 'title' ? post.title : selftext
      const name = signal === 'wording' ? 'other wording' : signal
      if (start !== end) return `${name} ${signedOf(points)}: "${written.slice(start, end)}"`
      const quotes = sentences.flatMap((from, at) =>
        at % 3 === 0
          ? [`"${written.slice(from, sentences[at + 1])}" ${signedOf(sentences[at + 2] ?? 0)}`]
          : [],
      )
      if (quotes.length === 0) return `${name} ${signedOf(points)}: other sentences`
      return `${name} ${signedOf(points)} in ${quotes.length} more: ${quotes.join(', ')}`
    })
    .join('; ')
}

/** The attribution that the licence requires, with the URLs of the author and the licence. */
function attributionCell({ attribution }: ArchivedPost): string {
  if (attribution === undefined) return ''
  const { author, authorUrl, license, licenseUrl } = attribution
  return [author, authorUrl, license, licenseUrl].filter((part) => part !== null).join(', ')
}

/** The columns of the download in order. Unknown values become empty cells. */
const columns: Record<string, (row: RowPost) => string | number> = {
  id: ({ post }) => post.sourceId,
  title: ({ post }) => post.title,
  community: ({ post }) => post.community,
  opportunity_score: ({ post }) => post.opportunityScore,
  persona: ({ post }) => post.persona,
  signals: ({ post }) => post.signals.join('; '),
  upvotes: ({ post }) => post.upvotes ?? '',
  comments: ({ post }) => post.comments ?? '',
  url: ({ post }) => post.url ?? '',
  posted_at: ({ post }) => post.createdAt.toISOString(),
  source: ({ post }) => post.source,
  keyword_match: ({ match, offTopic }) => (offTopic ? 'off topic' : match),
  evidence: evidenceCell,
  text: ({ selftext }) => selftext,
  attribution: ({ post }) => attributionCell(post),
}

function* rowsOf(posts: readonly RowPost[]): Generator<(string | number)[]> {
  yield Object.keys(columns)
  for (const post of posts) yield Object.values(columns).map((cellOf) => cellOf(post))
}

/** The results of a search as a table. */
export async function downloadResults(
  deps: ReadSavedResults,
  reader: Searcher,
  sessionToken: string,
): Promise<{ fileName: string; rows: Iterable<(string | number)[]> }> {
  const { posts } = await requireSavedPosts(deps, reader, sessionToken)
  const details = await deps.archive.listDetails(posts.map(({ post }) => post.archiveId))
  const unknown = { evidence: [], selftext: '' }
  const rows = posts.map((ranked) => ({ ...ranked, ...(details.get(ranked.post.archiveId) ?? unknown) }))
  return { fileName: `unmet_problems_${sessionToken}.csv`, rows: rowsOf(rows) }
}
