import type { SavedResultsReply } from '#contract/search.ts'
import type { BriefReply } from '#contract/search-brief.ts'

/** The front end's own code, which draws kept results as a visitor sees them: the title as text, the rest as markup. */
export type ResultsRenderer = (kept: {
  /** The path and the query that were asked for. */
  address: string
  session: string
  reply: SavedResultsReply
  brief: BriefReply
  /** How many searches the visitor has made today. */
  searchesToday: number
}) => Promise<{ title: string; markup: string }>
