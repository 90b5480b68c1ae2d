const watchPrefix = 'watch:'

/** The key of a watch's posts, used in place of a search's token. */
export const watchSession = (watchId: string) => `${watchPrefix}${watchId}`

/** The id of the watch, null for a search. */
export const watchIn = (sessionId: string) =>
  sessionId.startsWith(watchPrefix) ? sessionId.slice(watchPrefix.length) : null

/** The URL of results, with a post opened. */
export function resultsAddress({ keyword, sessionId }: { keyword: string; sessionId: string }, post: string) {
  const watch = watchIn(sessionId)
  if (watch !== null) return `/watches?${new URLSearchParams({ watch, post })}`
  return `/?${new URLSearchParams({ q: keyword, session: sessionId, post })}`
}
