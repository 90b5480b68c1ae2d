import type { ThemesReply } from '#contract/result-themes.ts'
import type { SavedResultsReply } from '#contract/search.ts'

/** The front end's own code, which draws kept results as a visitor sees them: the title as text, the rest as markup. */
export type ResultsDrawer = (kept: {
  /** The path and the query that were asked for. */
  address: string
  session: string
  reply: SavedResultsReply
  themes: ThemesReply
  /** How many searches the visitor has made today. */
  searchesToday: number
}) => Promise<{ title: string; markup: string }>
