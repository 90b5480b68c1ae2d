import type { Evidence } from '#contract/search.ts'
import type { ArchivedPost } from '#server/ports.ts'
import type { RankedPost } from './result-rules.ts'

/** A post of the answer with its whole text and every reason of its score. */
export type RowPost = RankedPost & { evidence: readonly Evidence[]; selftext: string }

function evidenceCell({ post, evidence, selftext }: RowPost): string {
  return evidence
    .map(({ signal, field, start, end, points }) => {
      const signed = points > 0 ? `+${points}` : `${points}`
      const written = field === 'title' ? post.title : selftext
      if (start !== end) return `${signal} ${signed}: "${written.slice(start, end)}"`
      return signal === 'wording' ? `other wording ${signed}` : `${signal} ${signed}: other sentences`
    })
    .join('; ')
}

/** Whom the licence asks to name, with where both stand. */
function attributionCell({ attribution }: ArchivedPost): string {
  if (attribution === undefined) return ''
  const { author, authorUrl, license, licenseUrl } = attribution
  return [author, authorUrl, license, licenseUrl].filter((part) => part !== null).join(', ')
}

/** The columns of the download in order; what is not known is an empty cell. */
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
  keyword_match: ({ match }) => match,
  evidence: evidenceCell,
  text: ({ selftext }) => selftext,
  attribution: ({ post }) => attributionCell(post),
}

export const csvHeader = Object.keys(columns)

/** One post as a row of cells, in the order of the header. */
export function csvRow(row: RowPost): (string | number)[] {
  return Object.values(columns).map((cellOf) => cellOf(row))
}
