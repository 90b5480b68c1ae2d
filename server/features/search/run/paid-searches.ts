import { parseKeyword, sameQuestion } from '#contract/parse-keyword.ts'
import type { Clock } from '#server/clock.ts'
import type { PaidSearchStore } from '#server/features/search/allowance/paid-search-store.ts'
import type { SearchClaim } from '#server/features/search/allowance/quota-store.ts'

export type PaidSearches = ReturnType<typeof makePaidSearches>

type PaidDeps = { store: PaidSearchStore; clock: Clock; lifetimeMs: number }

const questionOf = (keyword: string) => sameQuestion(parseKeyword(keyword))

/**
 * Remembers the searches of accounts for `lifetimeMs` (0: not at all), which is how long results are cached.
 * A search and a brief for the same keyword cost one search, in any order and on any instance.
 */
export function makePaidSearches({ store, clock, lifetimeMs }: PaidDeps) {
  const since = () => new Date(clock().getTime() - lifetimeMs)

  /** The token of the newest saved search for a question. */
  async function findToken(userId: string, question: string): Promise<string | null> {
    const recent = await store.listRecent(userId, since())
    return recent.find(({ keyword }) => questionOf(keyword) === question)?.token ?? null
  }
  return {
    /** The search that a brief can use; null if there is none. */
    findForBrief: async (userId: string, keyword: string) =>
      lifetimeMs === 0 ? null : findToken(userId, questionOf(keyword)),

    /**
     * The search that a brief has paid for. It is returned only once. Null if there is no such search, or if
     * it was already read.
     */
    async takeForSearch(userId: string, keyword: string): Promise<string | null> {
      const question = questionOf(keyword)
      if (lifetimeMs === 0 || !(await store.takeUnread(userId, question, since()))) return null
      return findToken(userId, question)
    },

    /** For the statement that counts a search, which also checks whether the search is already paid. */
    claim: (keyword: string, isBrief: boolean): SearchClaim | undefined =>
      lifetimeMs === 0 ? undefined : { question: questionOf(keyword), isBrief, since: since() },

    clean: () => store.deleteOld(since()),
  }
}
