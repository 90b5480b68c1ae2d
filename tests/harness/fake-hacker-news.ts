import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type FakeStory = { id: number; title: string; text: string }

/** A fake of Hacker News' search on loopback: returns the given posts, once released. */
export async function startFakeHackerNews() {
  let stories: readonly FakeStory[] = []
  const released = Promise.withResolvers<void>()
  let asked = 0
  let read = 0
  const hits = () =>
    stories.map(({ id, title, text }) => ({
      objectID: `${id}`,
      title,
      story_text: text,
      points: 7,
      num_comments: 1,
      created_at_i: 1_790_000_000 + id,
      _tags: ['story', 'ask_hn'],
    }))
  const server = createServer({ keepAliveTimeout: 60_000 }, async ({ url = '' }, reply) => {
    asked += 1
    if (url.includes('/search_by_date')) read += 1
    await released.promise
    reply.setHeader('content-type', 'application/json')
    reply.end(JSON.stringify({ hits: hits(), nbHits: stories.length }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    /** The scan is off, because posts that it reads would appear in searches. */
    environment: {
      HACKER_NEWS: 'on',
      HACKER_NEWS_SEARCH_URL: `http://127.0.0.1:${port}/api/v1`,
      SCAN_AT: 'never',
    },
    asked: () => asked,
    /** How often the newest posts were requested. */
    read: () => read,
    release(answer: readonly FakeStory[]) {
      stories = answer
      released.resolve()
    },
    async stop() {
      released.resolve()
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

export type FakeHackerNews = Awaited<ReturnType<typeof startFakeHackerNews>>
