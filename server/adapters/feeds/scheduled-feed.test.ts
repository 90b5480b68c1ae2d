import { expect, test } from 'vitest'
import { type FakeReply, startFakeSource } from '#tests/harness/fake-source.ts'
import { makeCallParts, noSignal } from '#tests/harness/source-parts.ts'
import { guardedFetch } from '../guarded-fetch/guarded-fetch.ts'
import { sourceHttpClient } from '../source-calls/source-http-client.ts'
import { feedTypes, scheduledFeed } from './scheduled-feed.ts'

/** Stores no validators. */
const memory = {
  findValidators: async () => ({ etag: null, lastModified: null }),
  noteItems: async () => {},
  saveValidators: async () => {},
  noteUnchanged: async () => {},
  findDropped: async () => [],
}

async function read(reply: FakeReply) {
  const { url, requests } = await startFakeSource(() => reply)
  const parts = makeCallParts()
  const fetch = guardedFetch({ named: ['127.0.0.1'], types: feedTypes })
  const client = sourceHttpClient({
    ...parts,
    fetch,
    userAgent: 'Unmet/0.1 (self-hosted; https://unmet.example)',
  })
  const clock = () => new Date('2026-11-25T12:00:00Z')
  const feed = scheduledFeed({
    address: url,
    http: client,
    memory,
    clock,
    sourceClock: parts.sourceClock,
  })
  const reading = feed.listNew({ kind: 'community', value: url }, null, noSignal)
  return { reading, requests, pauses: parts.sourceClock.pauses }
}

test.each<[string, FakeReply, string, number]>([
  ['500', { status: 500 }, 'failed (status 500)', 3],
  ['half a body', { body: '<rss><channel/></rss>', instead: 'breaks off' }, 'could not be reached', 3],
  ['a dropped connection', { instead: 'drops' }, 'could not be reached', 3],
  ['a broken packing', { headers: { 'content-encoding': 'gzip' }, body: 'x' }, 'could not be reached', 3],
  ['another status', { status: 410 }, 'refused (status 410)', 1],
  ['what is no feed', { body: '{"hits":[]}' }, 'did not send a valid feed', 1],
])('a feed that answers with %s fails with the reason', async (_name, reply, message, tries) => {
  const { reading, requests } = await read(reply)
  await expect(reading).rejects.toThrow(message)
  expect(requests).toHaveLength(tries)
})

test('a feed that asks us to wait is left alone for so long', async () => {
  const { reading, pauses } = await read({ status: 429, headers: { 'retry-after': '20' } })
  await expect(reading).rejects.toThrow('asked us to wait 20 s')
  expect(pauses[0]).toBeGreaterThanOrEqual(20_000)
})
