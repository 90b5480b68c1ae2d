/** How long they ask us to wait when they name no time. */
const unnamedWaitMs = 5000
/** Longer waits are no reason to believe a header. */
const longestWaitMs = 3_600_000

function readNumber(text: string | null): number | null {
  const value = text === null || text.trim() === '' ? Number.NaN : Number(text)
  return Number.isFinite(value) && value >= 0 ? value : null
}

/** Seconds from now, or a Unix time, which is the only thing that large. */
function resetMs(headers: Headers, nowMs: number): number | null {
  const reset = readNumber(headers.get('x-ratelimit-reset'))
  if (reset === null) return null
  const ms = reset > 1e11 ? reset - nowMs : reset > 1e9 ? reset * 1000 - nowMs : reset * 1000
  return Math.min(Math.max(ms, 1000), longestWaitMs)
}

/** What the headers say is left, and when the count starts again; null when they do not say both. */
export function readAllowance(
  headers: Headers,
  nowMs: number,
): { callsLeft: number; renewedInMs: number } | null {
  const callsLeft = readNumber(headers.get('x-ratelimit-remaining'))
  const renewedInMs = resetMs(headers, nowMs)
  return callsLeft === null || renewedInMs === null ? null : { callsLeft: Math.floor(callsLeft), renewedInMs }
}

/** How long a source that is asked too much wants us to wait, at least a second. */
export function readWait(headers: Headers, nowMs: number): number {
  const retryAfter = headers.get('retry-after')
  const seconds = readNumber(retryAfter)
  const date = retryAfter === null ? Number.NaN : Date.parse(retryAfter)
  const asked = seconds === null ? date - nowMs : seconds * 1000
  const wait = Number.isFinite(asked) ? asked : (resetMs(headers, nowMs) ?? unnamedWaitMs)
  return Math.min(Math.max(wait, 1000), longestWaitMs)
}
