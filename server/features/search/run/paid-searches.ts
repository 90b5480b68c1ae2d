import { LRUCache } from 'lru-cache'

type Paid = {
  /** The token of the saved search. */
  token: Promise<string>
  /** Made for a brief: the first search of the same keyword is that one. */
  isUnseen: boolean
}

const mostKept = 5000

export type PaidSearches = ReturnType<typeof makePaidSearches>

/**
 * The searches that programs just made, for as long as results are cached (0: none): a search and a brief of the
 * same keyword cost one search, in either order.
 */
export function makePaidSearches(lifetimeMs: number) {
  const recent = lifetimeMs === 0 ? null : new LRUCache<string, Paid>({ max: mostKept, ttl: lifetimeMs })

  const keep = (key: string, paid: Paid) => {
    recent?.set(key, paid)
    // A refused or failed search has paid for nothing.
    paid.token.catch(() => {
      if (recent?.get(key) === paid) recent.delete(key)
    })
  }
  return {
    /** The search that a brief can use; null if there is none. */
    findForBrief: (key: string): Promise<string> | null => recent?.get(key)?.token ?? null,
    /** The search of a brief, once; null if there is none that was not seen. */
    takeForSearch(key: string): Promise<string> | null {
      const paid = recent?.get(key)
      if (paid?.isUnseen !== true) return null
      paid.isUnseen = false
      return paid.token
    },
    keepSearch: (key: string, token: Promise<string>) => keep(key, { token, isUnseen: false }),
    keepBrief: (key: string, token: Promise<string>) => keep(key, { token, isUnseen: true }),
  }
}
