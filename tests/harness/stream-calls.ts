import type { FastifyInstance } from 'fastify'
import { onTestFinished } from 'vitest'
import { searchStreamEndpoint } from '#contract/search.ts'
import { makeArchiveStore, type PostKey } from '#server/features/archive/store/archive-store.ts'
import type { DiscussionSource } from '#server/source-ports.ts'
import { readEventStream, type StreamedEvent } from '#web/open-event-stream.ts'
import { need } from './search-calls.ts'
import type { TestApp } from './test-app.ts'

type StreamEvent = StreamedEvent<typeof searchStreamEndpoint>

const { events: schemas } = searchStreamEndpoint

/** Parses every event with its contract schema. */
async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent> {
  for await (const { event, data } of readEventStream(body)) {
    const schema = schemas[event as keyof typeof schemas]
    yield { event, data: schema.parse(JSON.parse(data)) } as StreamEvent
  }
}

/** Searches over a real connection; `leave` simulates closing the page. */
export async function openStream(
  app: FastifyInstance,
  keyword: string,
  headers: Record<string, string> = {},
) {
  const base = app.server.listening ? addressOf(app) : await app.listen({ host: '127.0.0.1', port: 0 })
  const leaving = new AbortController()
  onTestFinished(() => leaving.abort())
  const reply = await fetch(`${base}${searchStreamEndpoint.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ keyword }),
    signal: leaving.signal,
  })
  const events = readEvents(reply.body ?? new ReadableStream())
  return {
    reply,
    leave: () => leaving.abort(),
    async next(): Promise<StreamEvent> {
      const { value, done } = await events.next()
      if (done === true) throw new Error('The stream ended')
      return value
    },
    async rest(): Promise<StreamEvent[]> {
      const all = []
      for await (const one of events) all.push(one)
      return all
    },
  }
}

function addressOf(app: FastifyInstance): string {
  const address = app.server.address()
  return typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}` : ''
}

/** A source that responds when its gate is opened, and counts its requests. */
export function gatedSource(name: string, answer: DiscussionSource['search']) {
  const gate = Promise.withResolvers<void>()
  let asked = 0
  const source: DiscussionSource = {
    name,
    timeLimitMs: 20_000,
    search: async (...query) => {
      asked += 1
      await gate.promise
      return answer(...query)
    },
  }
  return { source, open: () => gate.resolve(), asked: () => asked }
}

/** Deletes a post like a deletion at its source. */
export async function deleteFromArchive({ database }: TestApp, gone: PostKey): Promise<void> {
  await makeArchiveStore(database.db).save({ scored: [], restated: [], deleted: [gone] })
}

export const unknownCoverage = {
  posts: null,
  oldestPostAt: null,
  newestPostAt: null,
  sample: false,
  leftOut: null,
}

/** The title and text of a post that scores higher than the post of `need`. */
export function strongNeed(words: string): { title: string; selftext: string } {
  const { selftext } = need(words)
  return {
    title: `I would pay for a tool that does ${words}`,
    selftext: `${selftext} We tried three apps, all of them are too expensive and none of them works for us.`,
  }
}
