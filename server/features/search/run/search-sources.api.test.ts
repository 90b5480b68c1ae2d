import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { availableParallelism } from 'node:os'
import { describe, expect, onTestFinished, test } from 'vitest'
import { savedResultsReply, searchReply } from '#contract/search.ts'
import { type DiscussionSource, SourceError } from '#server/source-ports.ts'
import { makePost } from '#tests/harness/make-post.ts'
import { cookieOf, need, search } from '#tests/harness/search-calls.ts'
import { gatedSource, unknownCoverage } from '#tests/harness/stream-calls.ts'
import { openTestApp } from '#tests/harness/test-app.ts'

describe('the sources of a search', () => {
  const stub = (name: string, search: DiscussionSource['search'], timeLimitMs = 2000): DiscussionSource => ({
    name,
    timeLimitMs,
    search,
  })
  const coverage = { posts: null, oldestPostAt: null, newestPostAt: null, sample: false, leftOut: null }

  test('that fail or hang leave the results of the others and a line in coverage', async () => {
    const never = new Promise<never>(() => {})
    const logged: string[] = []
    const replaced = {
      sources: (archive: DiscussionSource) => [
        archive,
        stub('broken', async () => {
          throw new SourceError('refused our key')
        }),
        stub('crashed', async () => {
          throw new Error('connect ECONNREFUSED 10.0.0.1:5432')
        }),
        stub('hanging', () => never, 50),
      ],
    }
    const test = await openTestApp(replaced, {}, (line) => logged.push(line))
    await test.storePosts([makePost(need('invoicing'))])
    const answer = searchReply.parse((await search(test.app, 'invoicing')).json())
    expect(answer.count).toBe(1)
    expect(answer.coverage.map(({ source, failed }) => [source, failed])).toEqual([
      ['archive', null],
      ['broken', 'refused our key'],
      ['crashed', 'could not be searched'],
      ['hanging', 'did not answer in time'],
    ])
    // A failure of a source is logged as text; only unexpected errors have a stack.
    const warned = logged.map((line) => JSON.parse(line)).filter(({ msg }) => msg.startsWith('Source '))
    expect(
      warned.map(({ msg, reason, err }) => [msg, reason ?? err.message, err?.stack === undefined]),
    ).toEqual([
      ['Source broken failed', 'refused our key', true],
      ['Source crashed failed', 'connect ECONNREFUSED 10.0.0.1:5432', false],
      ['Source hanging failed', 'did not answer in time', true],
    ])
    await test.close()
  })

  test('that take long keep no search of others waiting', async () => {
    const slow = gatedSource('slow', async () => ({ posts: [], coverage: unknownCoverage }))
    const product = await openTestApp({ sources: (archive) => [archive, slow.source] })
    await product.storePosts([makePost(need('invoicing'))])
    // Two more searches than may run at once.
    const replies = Array.from({ length: Math.max(2, availableParallelism()) + 2 }, (_, at) =>
      product.app.inject({
        method: 'POST',
        url: '/api/search',
        remoteAddress: `203.0.113.${at + 1}`,
        payload: { keyword: `invoicing ${'again '.repeat(at)}` },
      }),
    )
    await expect.poll(slow.asked).toBe(replies.length)
    slow.open()
    for (const reply of await Promise.all(replies)) expect(reply.statusCode).toBe(200)
    await product.close()
  })

  test('that all fail make a failed search, which costs nothing', async () => {
    let working = false
    const test = await openTestApp({
      sources: (archive) => [
        stub('only', async (...asked) => {
          if (!working) throw new Error('is away')
          return archive.search(...asked)
        }),
      ],
    })
    await test.storePosts([makePost(need('invoicing'))])
    const first = await search(test.app, 'invoicing')
    expect(first.statusCode).toBe(503)
    expect(first.json()).toMatchObject({
      code: 'search_failed',
      userMessage: 'Something went wrong with your search',
    })
    const cookie = cookieOf(first)
    for (let round = 0; round < 3; round += 1) await search(test.app, 'invoicing', { cookie })
    working = true
    const statuses = []
    for (let round = 0; round < 3; round += 1) {
      statuses.push((await search(test.app, 'invoicing', { cookie })).statusCode)
    }
    expect(statuses).toEqual([200, 200, 429])
    await test.close()
  })

  test('are not even prepared for a searcher who may not search', async () => {
    const asked: string[] = []
    const noted = (source: DiscussionSource): DiscussionSource => ({
      ...source,
      prepare(query) {
        asked.push('prepare')
        return noted(source.prepare?.(query) ?? source)
      },
      search(...query) {
        asked.push('search')
        return source.search(...query)
      },
    })
    const test = await openTestApp({
      sources: (archive) => [noted(archive)],
    })
    await test.storePosts([makePost(need('invoicing'))])
    const cookie = cookieOf(await search(test.app, 'invoicing'))
    expect((await search(test.app, 'invoicing', { cookie })).json().count).toBe(1)
    expect((await search(test.app, 'invoicing', { cookie })).statusCode).toBe(429)
    expect(asked).toEqual(['prepare', 'search', 'prepare', 'search'])
    await test.close()
  })

  test('outside the archive bring posts that are scored, stored and found again', async () => {
    const found = ['live1', 'live2', 'live3'].map((sourceId) => ({
      post: makePost({ ...need(`invoicing ${sourceId}`), source: 'hacker-news', sourceId }),
    }))
    const test = await openTestApp({
      sources: (archive) => [archive, stub('live', async () => ({ posts: found, coverage }))],
    })
    const sample = makePost({ sample: true, source: 'sample', title: 'Sample about invoicing' })
    await test.storePosts([sample])
    const answer = searchReply.parse((await search(test.app, 'invoicing')).json())
    expect(answer.results.map((one) => one.id).sort()).toEqual(['live1', 'live2', 'live3'])
    const saved = await test.app.inject({ url: `/api/search-results/${answer.sessionId}` })
    expect(savedResultsReply.parse(saved.json()).results).toEqual(answer.results)
    await test.close()
  })

  test('that are live are asked for ten searches a minute of one visitor; the archive answers all of them', async () => {
    let asked = 0
    let now = new Date('2026-05-01T12:00:00Z').getTime()
    const test = await openTestApp(
      {
        clock: () => new Date(now),
        sources: (archive) => [
          archive,
          stub('live', async () => {
            asked += 1
            return { posts: [], coverage }
          }),
        ],
      },
      { ANONYMOUS_DAILY_LIMIT_PER_ADDRESS: '100' },
    )
    await test.storePosts([makePost(need('invoicing'))])
    const searchFrom = async (remoteAddress: string) => {
      const payload = { keyword: 'invoicing' }
      const reply = await test.app.inject({ method: 'POST', url: '/api/search', payload, remoteAddress })
      const { count, coverage } = searchReply.parse(reply.json())
      return [count, coverage.find(({ source }) => source === 'live')?.failed ?? null]
    }
    for (let round = 0; round < 10; round += 1) expect(await searchFrom('10.0.0.1')).toEqual([1, null])
    expect(await searchFrom('10.0.0.1')).toEqual([
      1,
      'you searched often in the last minute; try again in a minute',
    ])
    expect(asked).toBe(10)
    expect(await searchFrom('10.0.0.2')).toEqual([1, null])
    now += 60_001
    expect(await searchFrom('10.0.0.1')).toEqual([1, null])
    await test.close()
  })

  test('are asked once for fifty equal keywords at the same moment', async () => {
    let asked = 0
    const test = await openTestApp(
      {
        sources: (archive) => [
          stub('counted', (...query) => {
            asked += 1
            return archive.search(...query)
          }),
        ],
      },
      { ANONYMOUS_DAILY_LIMIT_PER_ADDRESS: '100', SEARCH_CACHE_SECONDS: '120' },
    )
    await test.storePosts([makePost(need('invoicing'))])
    const forms = ['invoicing', ' Invoicing ', 'INVOICING']
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, index) => search(test.app, forms[index % 3])),
    )
    expect(replies.every((reply) => reply.statusCode === 200)).toBe(true)
    expect(new Set(replies.map((reply) => reply.json().sessionId)).size).toBe(50)
    expect(asked).toBe(1)
    await test.close()
  })

  test('are asked again for a cached answer once the archive has changed', async () => {
    let now = new Date('2026-05-01T12:00:00Z').getTime()
    const test = await openTestApp({ clock: () => new Date(now) }, { SEARCH_CACHE_SECONDS: '3600' })
    await test.storePosts([makePost(need('invoicing'))])
    expect((await search(test.app, 'invoicing')).json().count).toBe(1)
    await test.storePosts([makePost(need('invoicing abroad'))])
    now += 2000
    expect((await search(test.app, 'invoicing')).json().count).toBe(2)
    await test.close()
  })

  test('that failed once are asked again: an answer without them is not cached', async () => {
    let asked = 0
    const test = await openTestApp(
      {
        sources: (archive) => [
          archive,
          stub('shaky', async () => {
            asked += 1
            if (asked === 1) throw new SourceError('hiccup')
            return { posts: [], coverage }
          }),
        ],
      },
      { SEARCH_CACHE_SECONDS: '3600' },
    )
    await test.storePosts([makePost(need('invoicing'))])
    const failures = []
    for (let round = 0; round < 2; round += 1) {
      const answer = searchReply.parse((await search(test.app, 'invoicing')).json())
      failures.push(answer.coverage[1]?.failed)
    }
    expect(failures).toEqual(['hiccup', null])
    await test.close()
  })

  describe('leave no query behind in the database', () => {
    async function openHurried() {
      const test = await openTestApp({
        sources: (archive) => [
          { ...archive, timeLimitMs: 200 },
          stub('other', async () => ({ posts: [], coverage })),
        ],
      })
      onTestFinished(() => test.close())
      await test.storePosts([makePost(need('invoicing'))])
      const blocker = await test.database.pool.connect()
      // Another connection counts the waiting queries, because `pg_stat_activity` does not change within a
      // transaction.
      const waiting = async () => {
        const { rowCount } = await test.database.pool.query(
          "select 1 from pg_stat_activity where query like '%as band_%' and state = 'active' and pid <> pg_backend_pid() and datname = current_database()",
        )
        return rowCount
      }
      const searchInVain = async () => {
        await blocker.query('begin; lock table archive_posts in access exclusive mode')
        const answer = searchReply.parse((await search(test.app, 'invoicing')).json())
        expect(answer.coverage[0]?.failed).toBe('did not answer in time')
      }
      const unblock = async () => {
        await blocker.query('rollback')
        blocker.release()
      }
      return { ...test, waiting, searchInVain, unblock }
    }

    test('when their time is over', async () => {
      const test = await openHurried()
      await test.searchInVain()
      await expect.poll(test.waiting).toBe(0)
      await test.unblock()
      expect((await search(test.app, 'invoicing')).json().count).toBe(1)
    })

    test('also when it could not be stopped at once', async () => {
      const test = await openHurried()
      const { pool } = test.database
      // Opens all connections that a search may need, so that an unexpected new one is noticed.
      await Promise.all(Array.from({ length: 20 }, () => pool.query('select 1')))
      let refusals = 0
      const refusing = createServer((socket) => {
        refusals += 1
        socket.destroy()
      }).listen(0, '127.0.0.1')
      onTestFinished(() => void refusing.close())
      await once(refusing, 'listening')
      const { connectionString } = pool.options
      pool.options.connectionString = `postgresql://unmet@127.0.0.1:${(refusing.address() as AddressInfo).port}/unmet`
      await test.searchInVain()
      await expect.poll(() => refusals).toBeGreaterThan(0)
      // One query looks for the words of the keyword, and the other looks for their sense.
      expect(await test.waiting()).toBe(2)
      pool.options.connectionString = connectionString
      await expect.poll(test.waiting).toBe(0)
      await test.unblock()
    })
  })
})
