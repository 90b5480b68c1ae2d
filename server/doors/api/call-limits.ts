import { limits } from '#contract/limits.ts'
import type { KeyCallsNow } from '#server/actor.ts'

type Limit = { name: string; most: number; left: number; isReached: boolean }

const limitsOf = ({ key, person }: KeyCallsNow): Limit[] => {
  const most = limits.apiCallsPerMinute
  return [
    { name: 'key', most: most.key, left: Math.max(0, most.key - key), isReached: key > most.key },
    {
      name: 'person',
      most: most.person,
      // Null for a call beyond the limit of its key.
      left: person === null ? 0 : Math.max(0, most.person - person),
      isReached: person !== null && person > most.person,
    },
  ]
}

/** Whether a call exceeds a limit, and the headers of the IETF draft "RateLimit header fields for HTTP". */
export function judgeCalls(calls: KeyCallsNow): { allowed: boolean; headers: Record<string, string> } {
  const all = limitsOf(calls)
  const known = calls.person === null ? all.slice(0, 1) : all
  return {
    allowed: all.every(({ isReached }) => !isReached),
    headers: {
      'ratelimit-policy': all.map(({ name, most }) => `"${name}";q=${most};w=60`).join(', '),
      ratelimit: known.map(({ name, left }) => `"${name}";r=${left};t=${calls.endsInSeconds}`).join(', '),
    },
  }
}
