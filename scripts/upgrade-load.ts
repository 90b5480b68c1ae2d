import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

export type Person = {
  cookie: string
  /**
   * The last acknowledged write, and later writes whose reply failed. These later writes may have been
   * stored.
   */
  names: string[]
  session: string
  /** The ids of acknowledged watches; null if one of the versions has no watches. */
  watches: string[] | null
  removed: string[]
  isWriting: boolean
}
/** The number of posts that each search found before the upgrade. */
export type Expected = { keyword: string; count: number }
type Reply = { status: number; text: string; ms: number }
type SearchAnswer = { count: number; results: { id: string; source: string; opportunityScore: number }[] }

export type LoadTally = {
  sent: Record<string, number>
  failed: string[]
  wrong: string[]
  searchMs: number[]
  /** Every score that a search has shown, by post. */
  shown: Map<string, Set<number>>
}

/** Fewer watches than an account with Pro may have. */
const mostWatches = 10
/** Of fifty requests, ten are searches, five are writes and the others are reads. */
const mixture = Array.from({ length: 50 }, (_, at): keyof Kinds => {
  if (at % 5 === 0) return 'search'
  return at % 10 === 3 ? 'write' : 'read'
})

export async function ask(url: string, path: string, given: RequestInit = {}): Promise<Reply> {
  const startedAt = performance.now()
  const reply = await fetch(`${url}${path}`, { redirect: 'manual', ...given })
  return { status: reply.status, text: await reply.text(), ms: performance.now() - startedAt }
}

export const sendJson = (method: string, body: object, cookie = ''): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json', cookie },
  body: JSON.stringify(body),
})

type LoadParts = {
  url: string
  people: readonly Person[]
  expected: readonly Expected[]
  /** The number of requests per second. The kinds of requests have the same proportions at every rate. */
  rate: number
}

type Kinds = Record<'search' | 'write' | 'read', (person: Person) => Promise<Reply>>

const pick = <T>(some: readonly T[]) => some[randomInt(some.length)] as T

/** Adds a watch, or removes the oldest one. Remembers which writes were acknowledged. */
async function changeWatches(url: string, person: Person, keyword: string): Promise<Reply> {
  const { cookie, watches } = person
  const [oldest] = watches ?? []
  if (watches === null || oldest === undefined || watches.length < mostWatches) {
    const made = await ask(url, '/api/watches', sendJson('POST', { watchQuery: keyword }, cookie))
    if (made.status === 200) watches?.push((JSON.parse(made.text) as { id: string }).id)
    return made
  }
  // If a removal fails, the watch may or may not have been removed.
  watches.shift()
  const gone = await ask(url, `/api/watches/${oldest}`, { method: 'DELETE', headers: { cookie } })
  if (gone.status === 200) person.removed.push(oldest)
  return gone
}

async function rename(url: string, person: Person): Promise<Reply> {
  const firstName = `Ann ${randomInt(1_000_000)}`
  person.names.push(firstName)
  const reply = await ask(
    url,
    '/api/profile',
    sendJson('PUT', { firstName, lastName: 'Load' }, person.cookie),
  )
  if (reply.status === 200) person.names = [firstName]
  return reply
}

function requestsOf({ url, expected }: LoadParts, tally: LoadTally): Kinds {
  return {
    async search(person) {
      const { keyword, count } = pick(expected)
      const reply = await ask(url, '/api/search', sendJson('POST', { keyword }, person.cookie))
      if (reply.status !== 200) return reply
      tally.searchMs.push(reply.ms)
      const answer = JSON.parse(reply.text) as SearchAnswer
      if (answer.count !== count) tally.wrong.push(`${keyword}: ${answer.count} posts in place of ${count}`)
      for (const { id, source, opportunityScore } of answer.results) {
        const scores = tally.shown.get(`${source}:${id}`) ?? new Set()
        tally.shown.set(`${source}:${id}`, scores.add(opportunityScore))
      }
      return reply
    },
    write: (person) =>
      person.watches !== null && randomInt(2) === 0
        ? changeWatches(url, person, pick(expected).keyword)
        : rename(url, person),
    async read({ cookie, session }) {
      const path = pick([
        '/',
        '/scoring',
        `/?session=${session}`,
        `/api/search-results/${session}`,
        '/api/user',
      ])
      const isPage = !path.startsWith('/api/')
      const reply = await ask(url, path, isPage ? {} : { headers: { cookie } })
      const isWhole = isPage ? reply.text.includes('</html>') : reply.text.endsWith('}')
      if (reply.status === 200 && !isWhole) tally.wrong.push(`${path}: ${reply.text.length} characters`)
      return reply
    },
  }
}

const explain = ({ message, cause }: Error) => (cause instanceof Error ? cause.message : message)

/** Sends requests to a URL until it is stopped. Reports failed requests and wrong replies. */
export function startLoad(parts: LoadParts) {
  const { people, rate } = parts
  const tally: LoadTally = { sent: {}, failed: [], wrong: [], searchMs: [], shown: new Map() }
  const kinds = requestsOf(parts, tally)
  const send = async (kind: keyof Kinds) => {
    const able = kind === 'write' ? people.filter(({ isWriting }) => !isWriting) : people
    if (able.length === 0) {
      tally.failed.push(`no write was sent: ${people.length} others still wait for their answers`)
      return
    }
    const person = pick(able)
    if (kind === 'write') person.isWriting = true
    tally.sent[kind] = (tally.sent[kind] ?? 0) + 1
    const { status, text } = await kinds[kind](person).catch((error: Error) => ({
      status: 0,
      text: explain(error),
    }))
    if (kind === 'write') person.isWriting = false
    if (status !== 200)
      tally.failed.push(`${new Date().toISOString()} ${kind} ${status} ${text.slice(0, 200)}`)
  }
  let isStopped = false
  const run = async () => {
    const pending = new Set<Promise<void>>()
    const startedAt = performance.now()
    for (let sent = 0; !isStopped; ) {
      const due = Math.floor(((performance.now() - startedAt) / 1000) * rate)
      for (; sent < due; sent += 1) {
        const answered = send(mixture[sent % mixture.length] ?? 'read')
        pending.add(answered)
        void answered.finally(() => pending.delete(answered))
      }
      await sleep(5)
    }
    await Promise.all(pending)
    return { ...tally, seconds: (performance.now() - startedAt) / 1000 }
  }
  const ran = run()
  return {
    tally,
    stop() {
      isStopped = true
      return ran
    },
  }
}
