import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { savedResultsReply, searchReply } from '#contract/search.ts'
import { makePost } from '#tests/harness/make-post.ts'
import { cookieOf, openInvoicingApp, search, searchOnce } from '#tests/harness/search-calls.ts'
import type { TestApp } from '#tests/harness/test-app.ts'
import { makeSavedResultsStore } from './saved-results-store.ts'

let product: TestApp

beforeAll(async () => {
  product = await openInvoicingApp()
})
afterAll(() => product.close())

describe('a saved search', () => {
  test('is read again by its token, at no cost, and by no other', async () => {
    const first = await search(product.app, 'invoicing')
    const { sessionId, results } = searchReply.parse(first.json())
    const cookie = cookieOf(first)
    for (let round = 0; round < 5; round += 1) {
      const saved = await product.app.inject({ url: `/api/search-results/${sessionId}`, headers: { cookie } })
      expect(savedResultsReply.parse(saved.json())).toMatchObject({
        sessionId,
        keyword: 'invoicing',
        results,
      })
    }
    expect((await search(product.app, 'invoicing', { cookie })).statusCode).toBe(200)
    const wrong = `${sessionId.slice(0, -1)}${sessionId.endsWith('A') ? 'B' : 'A'}`
    for (const token of [wrong, 'x', '%00', 'a'.repeat(190)]) {
      const reply = await product.app.inject({ url: `/api/search-results/${token}` })
      expect([400, 404]).toContain(reply.statusCode)
    }
  })

  test('that has expired answers with what to do next time', async () => {
    const { sessionId } = await searchOnce(product.app, 'invoicing')
    await product.database.pool.query("update search_results set expires_at = now() - interval '1 second'")
    const reply = await product.app.inject({ url: `/api/search-results/${sessionId}` })
    expect(reply.statusCode).toBe(404)
    expect(reply.json()).toMatchObject({
      code: 'results_expired',
      userMessage:
        'Original results may have expired. Please download CSV immediately after future searches.',
    })
  })

  test('that belongs to an account does not answer to a visitor', async () => {
    const { sessionId } = await searchOnce(product.app, 'invoicing')
    const { rows } = await product.database.pool.query(
      "insert into users (email, password) values ('owner@example.com', 'x') returning id",
    )
    await product.database.pool.query('update search_sessions set user_id = $1 where session_token = $2', [
      rows[0].id,
      sessionId,
    ])
    expect((await product.app.inject({ url: `/api/search-results/${sessionId}` })).statusCode).toBe(404)
    expect((await product.app.inject({ url: `/api/download/${sessionId}` })).statusCode).toBe(404)
  })

  test('loses a post that is deleted from the archive', async () => {
    await product.storePosts([makePost({ title: 'Zeppelin rental invoicing', sourceId: 'zep1' })])
    const { sessionId, count } = await searchOnce(product.app, 'zeppelin')
    expect(count).toBe(1)
    await product.database.pool.query("delete from archive_posts where source_id = 'zep1'")
    const saved = await product.app.inject({ url: `/api/search-results/${sessionId}` })
    expect(savedResultsReply.parse(saved.json()).results).toEqual([])
  })

  test('whose results have expired is nobody’s: neither address nor cookie of its visitor is stored', async () => {
    const { sessionId } = await searchOnce(product.app, 'invoicing')
    const { pool, db } = product.database
    const owner = async () =>
      (
        await pool.query(
          'select ip_address is null and visitor_id is null as nobody from search_sessions where session_token = $1',
          [sessionId],
        )
      ).rows[0]?.nobody
    const clean = (now: Date) => makeSavedResultsStore(db).deleteExpired(now)
    await clean(new Date())
    expect(await owner()).toBe(false)
    await clean(new Date(Date.now() + 366 * 86_400_000))
    expect(await owner()).toBe(true)
  })
})

describe('the download', () => {
  test('is a CSV of the search with its fixed name, exact text, and no cell that a spreadsheet would run', async () => {
    const { sessionId, results } = await searchOnce(product.app, 'invoicing')
    const reply = await product.app.inject({ url: `/api/download/${sessionId}` })
    expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(reply.headers['content-disposition']).toBe(
      `attachment; filename="unmet_problems_${sessionId}.csv"`,
    )
    const rows = parse(reply.rawPayload, { bom: true, columns: true, record_delimiter: '\r\n' }) as Record<
      string,
      string
    >[]
    expect(rows.map((row) => row.id)).toEqual(results.map((one) => one.id))
    const byId = new Map(rows.map((row) => [row.id, row]))
    expect(byId.get('formula1')?.title).toBe("'=cmd|calc invoicing")
    expect(byId.get('formula1')?.text).toBe("'@here")
    expect(byId.get('odd1')).toMatchObject({
      text: 'Line one, with "quotes"\r\nand invoicing — über 𝒳.',
      upvotes: '',
      url: '',
    })
    expect(reply.body.replaceAll('\r\n', '').split('\n').length).toBe(1)
  })
})
