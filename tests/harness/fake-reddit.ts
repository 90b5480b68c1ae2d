import { redditClient, redditToken } from '#server/adapters/reddit/reddit-client.ts'
import { type FakeReply, type FakeRequest, startFakeSource } from './fake-source.ts'
import { makeCallParts } from './source-parts.ts'

export const redditUserAgent = 'server:example.unmet:v0.1 (by /u/operator)'

/** A post in Reddit's format. */
export function makeRedditData(own: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id: 'abc12',
    name: 't3_abc12',
    subreddit: 'smallbusiness',
    title: 'Is there a tool for invoicing?',
    selftext: 'I waste hours on invoicing.',
    author: 'somebody',
    permalink: '/r/smallbusiness/comments/abc12/is_there_a_tool/',
    score: 42,
    num_comments: 7,
    created_utc: 1_760_000_000.0,
    over_18: false,
    removed_by_category: null,
    ...own,
  }
}

export function makeListing(posts: readonly unknown[], after: string | null = null): object {
  const children = posts.map((data) => ({ kind: 't3', data }))
  return { kind: 'Listing', data: { after, dist: children.length, facets: {}, children, before: null } }
}

export const goodToken = { access_token: 'token-1', token_type: 'bearer', expires_in: 86_400, scope: '*' }

type Answer = (request: FakeRequest, call: number) => FakeReply | Promise<FakeReply>

/** Reddit on loopback, and a client for it. Token requests are not counted as calls. */
export async function startFakeReddit(
  answer: Answer,
  token: Answer = () => ({ body: goodToken }),
  parts = makeCallParts(),
) {
  const calls: FakeRequest[] = []
  const tokenCalls: FakeRequest[] = []
  const { url } = await startFakeSource((request) => {
    const forToken = request.path === '/api/v1/access_token'
    const seen = forToken ? tokenCalls : calls
    seen.push(request)
    return (forToken ? token : answer)(request, seen.length)
  })
  const access = { clientId: 'id', clientSecret: 'secret', userAgent: redditUserAgent, url, apiUrl: url }
  const client = redditClient(access, { ...parts, token: redditToken(access, parts.sourceClock) })
  const asked = { communities: [] as string[], timeLimitMs: 60_000 }
  return { url, client, calls, tokenCalls, pauses: parts.sourceClock.pauses, ...parts, ...asked }
}
