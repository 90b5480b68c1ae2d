import type { RankedPost } from './result-rules.ts'

/** A cell that a spreadsheet would run as a formula gets a leading apostrophe. */
function defuseCell(text: string): string {
  return /^[=+\-@\t\r]/u.test(text) ? `'${text}` : text
}

function evidenceCell({ post }: RankedPost): string {
  return post.evidence
    .map(({ signal, field, start, end, points }) => {
      const signed = points > 0 ? `+${points}` : `${points}`
      return start === end
        ? `all other words ${signed}`
        : `${signal} ${signed}: "${post[field].slice(start, end)}"`
    })
    .join('; ')
}

const text = (read: (ranked: RankedPost) => string) => (ranked: RankedPost) => defuseCell(read(ranked))

/** The columns of the download in order; what is not known is an empty cell. */
const columns: Record<string, (ranked: RankedPost) => string | number> = {
  id: text(({ post }) => post.sourceId),
  title: text(({ post }) => post.title),
  community: text(({ post }) => post.community),
  opportunity_score: ({ post }) => post.opportunityScore,
  persona: text(({ post }) => post.persona),
  signals: text(({ post }) => post.signals.join('; ')),
  upvotes: ({ post }) => post.upvotes ?? '',
  comments: ({ post }) => post.comments ?? '',
  url: text(({ post }) => post.url ?? ''),
  posted_at: ({ post }) => post.createdAt.toISOString(),
  source: text(({ post }) => post.source),
  keyword_match: ({ match }) => match,
  evidence: text(evidenceCell),
  text: text(({ post }) => post.selftext),
}

export const csvHeader = Object.keys(columns)

/** One post as a row of cells, in the order of the header. */
export function csvRow(ranked: RankedPost): (string | number)[] {
  return Object.values(columns).map((cellOf) => cellOf(ranked))
}
