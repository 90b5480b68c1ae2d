import { limits } from '#contract/limits.ts'
import { watchFollower } from '#server/features/watches/match-arrivals.ts'
import { makeWatchNewsStore } from '#server/features/watches/watch-news-store.ts'
import type { Wired } from './wired.ts'

/** How many watches of an account are on. */
const watchesOn = ({ config }: Pick<Wired, 'config'>) =>
  config.isSelfHosted ? { ...limits.watches, free: limits.watches.pro } : limits.watches

/** Matches arriving posts with the watches of all accounts. */
export function watchFollowing(parts: Pick<Wired, 'config' | 'clock'>) {
  const on = watchesOn(parts)
  return watchFollower({ storeIn: (inside) => makeWatchNewsStore(inside, on), clock: parts.clock })
}
