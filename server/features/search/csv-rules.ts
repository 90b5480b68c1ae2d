import type { PostCard } from '#contract/search.ts'
import type { RankedPost } from './result-rules.ts'

/** A post of the answer with its card read and its whole text. */
export type RowPost = RankedPost & { card: PostCard; selftext: string }

/** A cell that a spreadsheet would run as a formula gets a leading apostrophe. */
export function defuseCell(text: string): string {
  return /^[=+\-@\t\r]/u.test(text) ? `'${text}` : text
}

function evidenceCell({ card, selftext }: RowPost): string {
  return card.evidence
    .map(({ signal, field, start, end, points }) => {
      const signed = points > 0 ? `+${points}` : `${points}`
      const written = field === 'title' ? card.title : selftext
      return start === end
        ? `all other words ${signed}`
        : `${signal} ${signed}: "${written.slice(start, end)}"`
    })
    .join('; ')
}

const text = (read: (row: RowPost) => string) => (row: RowPost) => defuseCell(read(row))

/** The columns of the download in order; what is not known is an empty cell. */
const columns: Record<string, (row: RowPost) => string | number> = {
  id: text(({ post }) => post.sourceId),
  title: text(({ card }) => card.title),
  community: text(({ card }) => card.subreddit),
  opportunity_score: ({ post }) => post.opportunityScore,
  persona: text(({ card }) => card.persona),
  signals: text(({ card }) => card.signals.join('; ')),
  upvotes: ({ post }) => post.upvotes ?? '',
  comments: ({ post }) => post.comments ?? '',
  url: text(({ post }) => post.url ?? ''),
  posted_at: ({ post }) => post.createdAt.toISOString(),
  source: text(({ post }) => post.source),
  keyword_match: ({ match }) => match,
  evidence: text(evidenceCell),
  text: text(({ selftext }) => selftext),
}

export const csvHeader = Object.keys(columns)

/** One post as a row of cells, in the order of the header. */
export function csvRow(row: RowPost): (string | number)[] {
  return Object.values(columns).map((cellOf) => cellOf(row))
}
