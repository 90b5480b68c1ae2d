import type { SearchOutcome } from '#web/features/results/search-outcome.ts'

/**
 * The URL of exactly these results, with their filters and the open post. The filter "only saved posts" is
 * omitted, because these posts are on this device.
 */
export function resultsLink(
  { keyword, sessionId }: Pick<SearchOutcome, 'keyword' | 'sessionId'>,
  here: string,
): string {
  const link = new URL('/', here)
  const kept = [...new URL(here).searchParams].filter(([name]) => !['q', 'session', 'saved'].includes(name))
  link.search = new URLSearchParams([['q', keyword], ['session', sessionId], ...kept]).toString()
  return link.href
}
