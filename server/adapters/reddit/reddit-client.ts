import type { Deadline, SourceClock } from '#server/adapters/source-calls/source-clock.ts'
import { SourceRefused } from '../source-calls/source-failure.ts'
import { type SourceHttpParts, sourceHttpClient } from '../source-calls/source-http-client.ts'
import { type RedditPage, readListing } from './reddit-listing.ts'
import type { RedditAccess, redditToken } from './reddit-token.ts'

export type RedditClient = {
  /** The posts at a path such as `/search`. Throws a `SourceError`. */
  list(path: string, query: Record<string, string>, deadline: Deadline): Promise<RedditPage>
}

type RedditToken = ReturnType<typeof redditToken>

type Parts = Omit<SourceHttpParts, 'userAgent' | 'isTemporary'> & {
  sourceClock: SourceClock
  token: RedditToken
}

/** Asks with the operator's own client. Texts are asked for without HTML escapes, and read with or without. */
export function redditClient(access: RedditAccess & { apiUrl: string }, parts: Parts): RedditClient {
  const http = sourceHttpClient({ ...parts, userAgent: access.userAgent })
  const authorize = async (again: boolean) => ({
    authorization: `bearer ${await parts.token.read(again)}`,
  })
  return {
    async list(path, query, deadline) {
      const request = { url: `${access.apiUrl}${path}`, query: { ...query, raw_json: '1' }, authorize }
      try {
        return readListing(await http.ask(request, deadline))
      } catch (error) {
        if (!(error instanceof SourceRefused) || error.status !== 401) throw error
        if (/client id/u.test(error.message)) throw error
        throw new SourceRefused('refused our token', 401)
      }
    },
  }
}
