import type { Deadline, SourceClock } from '#server/adapters/source-calls/source-clock.ts'
import { type Post, SourceError, type SourceIdentity } from '#server/ports.ts'
import { SourceRefused } from '../source-calls/source-failure.ts'
import type { SourceHttpClient } from '../source-calls/source-http-client.ts'
import { readCategories, readFoundTopics, readTopic, readTopicList } from './discourse-topics.ts'

export type DiscourseClient = ReturnType<typeof discourseClient>

type Parts = { http: SourceHttpClient; sourceClock: SourceClock }
type Place = Pick<SourceIdentity, 'name' | 'address'>
type Query = Record<string, string>

/** Names of categories change rarely; where they could not be read that is tried again. */
const namesCachedMs = 3_600_000
const namesTriedMs = 60_000
/** Of a forum's topics at the same time. */
const atOnce = 4

const isGone = (error: unknown) => error instanceof SourceRefused && [403, 404, 410].includes(error.status)

/** What is asked of one forum; every call throws a `SourceError`. */
export function discourseClient({ name, address: url }: Place, { http, sourceClock }: Parts) {
  const ask = (path: string, query: Query, deadline: Deadline) =>
    http.ask({ url: `${url}${path}`, query }, deadline)
  let categories = new Map<number, string>()
  let namesUntil = Number.NEGATIVE_INFINITY

  /** Without names the forum itself is the community. */
  async function readNames(deadline: Deadline): Promise<void> {
    if (sourceClock.now() < namesUntil) return
    namesUntil = sourceClock.now() + namesTriedMs
    try {
      categories = readCategories(await ask('/site.json', {}, deadline))
      namesUntil = sourceClock.now() + namesCachedMs
    } catch (error) {
      if (!(error instanceof SourceError)) throw error
    }
  }

  function communityOf(categoryId: number | null): string {
    const category = categories.get(categoryId ?? 0)
    return category === undefined ? name : `${name}: ${category}`
  }

  /** Null when it was deleted, hidden, or is no longer for everybody. */
  async function findTopic(id: number | string, deadline: Deadline): Promise<Post | null> {
    try {
      return readTopic(await ask(`/t/${id}.json`, {}, deadline), { source: name, url, communityOf })
    } catch (error) {
      if (isGone(error)) return null
      throw error
    }
  }

  return {
    findTopic,

    /** Reads topics in their order, without those that are not for everybody; after a `failure` no other is asked for. */
    async readTopics(ids: readonly number[], deadline: Deadline) {
      await readNames(deadline)
      const found = new Map<number, Post | null>()
      let failure = null as SourceError | null
      const waiting = ids.values()
      const readSome = async () => {
        for (const id of waiting) {
          try {
            found.set(id, await findTopic(id, deadline))
          } catch (error) {
            if (!(error instanceof SourceError)) throw error
            failure ??= error
          }
          if (failure !== null) return
        }
      }
      await Promise.all(Array.from({ length: atOnce }, readSome))
      const read = ids.flatMap((id) => (found.has(id) ? [found.get(id) ?? null] : []))
      const posts = read.filter((post) => post !== null)
      return { posts, leftOut: read.length - posts.length, failure }
    },

    /** Newest first. `path` is of a category; null: of the whole forum. */
    async listNewest(path: string | null, page: number, deadline: Deadline) {
      const list = path === null ? '/latest.json' : `/c/${path}/l/latest.json`
      return readTopicList(await ask(list, { order: 'created', page: `${page}` }, deadline))
    },

    /** In first posts alone; pages count from 1. */
    async search(q: string, page: number, deadline: Deadline) {
      return readFoundTopics(await ask('/search.json', { q, page: `${page}` }, deadline))
    },
  }
}
