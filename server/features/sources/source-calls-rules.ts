import type { AdminSource } from '#contract/admin-sources.ts'

type Place = Pick<AdminSource, 'kind' | 'name' | 'address'>

/**
 * Calls a minute from all instances of the product together: Reddit's limit for one client; of Discourse an
 * anonymous reader has 200 a minute by default, and 50 in 10 seconds; GitHub allows 30 searches with a token; of the
 * others what is polite.
 */
const perMinute: Record<AdminSource['kind'], number> = {
  feed: 60,
  discourse: 120,
  lemmy: 60,
  piefed: 60,
  'hacker-news': 100,
  'stack-exchange': 60,
  github: 30,
  reddit: 100,
  'arctic-shift': 100,
}

/** GitHub counts searches apart from all other calls: 30 a minute with a token, 10 without. */
export function searchCallsOf(place: Place): { name: string; perMinute: number } {
  const calls = callsOf(place)
  return place.kind === 'github' ? { ...calls, name: 'github search' } : calls
}

/** Whose calls are counted together: those of a source, of a host of feeds, of all sites of Stack Exchange or repositories of GitHub. */
export function callsOf({ kind, name, address }: Place): { name: string; perMinute: number } {
  const isOne = kind === 'stack-exchange' || kind === 'github'
  const together = isOne ? kind : kind === 'feed' ? `feed ${new URL(address).host}` : name
  return { name: together, perMinute: perMinute[kind] }
}
