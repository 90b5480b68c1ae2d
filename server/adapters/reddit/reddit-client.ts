import * as z from 'zod/mini'
import { type Deadline, deadlineIn, type SourceClock } from '#server/adapters/source-calls/source-clock.ts'
import { entries, parseAnswer } from '../source-calls/reply-fields.ts'
import { sourceCircuit } from '../source-calls/source-circuit.ts'
import { MalformedSourceReply, SourceBusy, SourceRefused } from '../source-calls/source-failure.ts'
import { type SourceHttpDeps, sourceHttpClient } from '../source-calls/source-http-client.ts'
import { readRedditPost } from './reddit-post.ts'

export type RedditAccess = {
  clientId: string
  clientSecret: string
  userAgent: string
  /** The URL that issues tokens. */
  url: string
}

/** The timeout is long enough for three attempts. A caller with a shorter timeout stops earlier. */
const tokenMs = 10_000
/** After a refusal only the operator can help, and more requests would look like an attack. */
const refusedMs = 10 * 60_000
/** The lifetime of a token if Reddit names none: the shortest one that Reddit is known to name. */
const usualSeconds = 3600

const tokenReply = z.object({
  access_token: z.string().check(z.minLength(1), z.maxLength(5000)),
  expires_in: z.catch(z.number().check(z.positive()), usualSeconds),
})
const errorReply = z.object({ error: z.union([z.string(), z.number()]) })

/** The operator's client id and secret are wrong, so another token would be refused as well. */
class KeysRefused extends SourceRefused {}

function readToken(answer: unknown): { token: string; lifeMs: number } {
  const given = tokenReply.safeParse(answer)
  if (given.success) return { token: given.data.access_token, lifeMs: given.data.expires_in * 1000 }
  const refused = errorReply.safeParse(answer)
  if (!refused.success) throw new MalformedSourceReply('gave no token that can be read')
  const word = /^\w{1,40}$/u.test(`${refused.data.error}`) ? ` (${refused.data.error})` : ''
  throw new KeysRefused(`refused our client id and secret${word}`, 401)
}

function askedToWait(ms: number): SourceBusy {
  return new SourceBusy(`asked us to wait ${Math.ceil(ms / 1000)} s for its token (status 429)`, ms, true)
}

/** Tokens are requested rarely and have their own rate limit. */
const unlimited = { take: async () => 0, learn: async () => {}, pause: async () => {} }

/**
 * The token of the app, not of a user. It is requested on demand, once for all callers, and again shortly
 * before it expires.
 */
export function redditToken(access: RedditAccess, sourceClock: SourceClock) {
  const circuit = sourceCircuit(sourceClock, { failuresToOpen: 1, openMs: refusedMs })
  const quiet = { check() {}, succeeded() {}, failed() {} }
  const client = sourceHttpClient({
    userAgent: access.userAgent,
    budget: unlimited,
    circuit: quiet,
    sourceClock,
    waitsWhenBusy: false,
  })
  const basic = Buffer.from(`${access.clientId}:${access.clientSecret}`).toString('base64')
  /** The end of the pause that Reddit asked for. */
  let busyUntil = 0
  let held: { token: string; until: number } | null = null
  let asking: Promise<string> | null = null

  async function fetchToken(): Promise<string> {
    circuit.check()
    const leftMs = busyUntil - sourceClock.now()
    if (leftMs > 0) throw askedToWait(leftMs)
    const request = {
      url: `${access.url}/api/v1/access_token`,
      form: new URLSearchParams({ grant_type: 'client_credentials' }),
      headers: { authorization: `Basic ${basic}` },
    }
    try {
      const deadline = deadlineIn(tokenMs, sourceClock)
      const { token, lifeMs } = readToken(await client.ask(request, deadline))
      circuit.succeeded()
      held = { token, until: sourceClock.now() + lifeMs - Math.min(60_000, lifeMs / 2) }
      return token
    } catch (error) {
      if (error instanceof SourceBusy) {
        busyUntil = sourceClock.now() + error.waitMs
        throw askedToWait(error.waitMs)
      }
      if (!(error instanceof SourceRefused)) throw error
      const saysWhy = error instanceof KeysRefused
      const message = saysWhy ? error.message : `refused our client id and secret (status ${error.status})`
      circuit.failed(message)
      throw new KeysRefused(message, error.status)
    }
  }

  return {
    /** A valid token. `again` is true if the last token was refused. Throws a `SourceError`. */
    async read(again: boolean): Promise<string> {
      if (again) held = null
      if (held !== null && sourceClock.now() < held.until) return held.token
      asking ??= fetchToken().finally(() => {
        asking = null
      })
      return asking
    },
  }
}

/** Old listings lack some fields. Listings contain communities and people in addition to posts. */
const listing = z.object({
  kind: z.literal('Listing'),
  data: z.object({
    after: z.catch(z.nullish(z.string().check(z.regex(/^t3_[0-9a-z]{1,20}$/iu))), null),
    children: entries,
  }),
})
const child = z.object({ kind: z.literal('t3'), data: z.unknown() })

/**
 * A page of posts. Items that are not posts are skipped. On the last page `after` is null. Throws a
 * `SourceError`.
 */
export function readListing(answer: unknown) {
  const { after, children } = parseAnswer(listing, answer, 'is no list of posts').data
  const posts = children.flatMap((one) => {
    const parsed = child.safeParse(one)
    return parsed.success ? [readRedditPost(parsed.data.data)] : []
  })
  return { posts, after: after ?? null }
}

export type RedditClient = ReturnType<typeof redditClient>

type RedditToken = ReturnType<typeof redditToken>

type Parts = Omit<SourceHttpDeps, 'userAgent' | 'isTemporary'> & {
  sourceClock: SourceClock
  token: RedditToken
}

/**
 * Calls Reddit with the operator's own client. Texts are requested without HTML escapes, but escaped texts
 * are read, too.
 */
export function redditClient(access: RedditAccess & { apiUrl: string }, parts: Parts) {
  const http = sourceHttpClient({ ...parts, userAgent: access.userAgent })
  const authorize = async (again: boolean) => ({
    authorization: `bearer ${await parts.token.read(again)}`,
  })
  return {
    /** The posts at a path such as `/search`. Throws a `SourceError`. */
    async list(path: string, query: Record<string, string>, deadline: Deadline) {
      const request = { url: `${access.apiUrl}${path}`, query: { ...query, raw_json: '1' }, authorize }
      try {
        return readListing(await http.ask(request, deadline))
      } catch (error) {
        if (!(error instanceof SourceRefused) || error.status !== 401) throw error
        if (error instanceof KeysRefused) throw error
        throw new SourceRefused('refused our token', 401)
      }
    },
  }
}
