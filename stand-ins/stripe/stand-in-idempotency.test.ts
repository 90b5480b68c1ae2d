import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { makeStandInShop, proCheckout } from '#tests/harness/stand-in-shop.ts'

describe('idempotency and simulated failures', () => {
  let shop: Awaited<ReturnType<typeof makeStandInShop>>
  let now = new Date('2026-11-21T10:00:00Z')

  beforeEach(async () => {
    shop = await makeStandInShop({ clock: () => now })
  })
  afterEach(() => shop.close())

  const countCustomers = async () => (await shop.sandbox.customers.list({ limit: 100 })).data.length

  test('the same key and body get the same reply, marked as replayed', async () => {
    const first = await shop.sandbox.customers.create({ email: 'a@example.com' }, { idempotencyKey: 'k1' })
    const second = await shop.sandbox.customers.create({ email: 'a@example.com' }, { idempotencyKey: 'k1' })
    expect(second.id).toBe(first.id)
    expect(first.lastResponse.headers['idempotent-replayed']).toBeUndefined()
    expect(second.lastResponse.headers['idempotent-replayed']).toBe('true')
    expect(await countCustomers()).toBe(1)
  })

  test('the same key with another body is refused', async () => {
    await shop.sandbox.customers.create({ email: 'a@example.com' }, { idempotencyKey: 'k1' })
    const other = shop.sandbox.customers.create({ email: 'b@example.com' }, { idempotencyKey: 'k1' })
    await expect(other).rejects.toMatchObject({ statusCode: 400, type: 'StripeIdempotencyError' })
  })

  test('idempotency keys of one mode are not known in the other', async () => {
    const test = await shop.sandbox.customers.create({}, { idempotencyKey: 'k1' })
    const live = await shop.production.customers.create({}, { idempotencyKey: 'k1' })
    expect(live.id).not.toBe(test.id)
  })

  test('a refused request is not stored under its key, and a key expires after a day', async () => {
    const creating = shop.sandbox.billingPortal.sessions.create(
      { customer: 'cus_no' },
      { idempotencyKey: 'k1' },
    )
    await expect(creating).rejects.toMatchObject({ statusCode: 400 })
    const { id } = await shop.sandbox.customers.create({}, { idempotencyKey: 'k1' })
    now = new Date(now.getTime() + 25 * 60 * 60 * 1000)
    expect((await shop.sandbox.customers.create({}, { idempotencyKey: 'k1' })).id).not.toBe(id)
  })

  test('ten parallel requests with one key create one session; the others are refused as in use, or replayed', async () => {
    const { id } = await shop.sandbox.customers.create()
    const creating = Array.from({ length: 10 }, () =>
      shop.sandbox.checkout.sessions.create(proCheckout(id), { idempotencyKey: 'k1' }),
    )
    const ended = await Promise.allSettled(creating)
    for (const one of ended) {
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'idempotency_key_in_use' })
    }
    expect(shop.standIn.control.sandbox.sessions()).toHaveLength(1)
  })

  test.each([429, 500, 503] as const)('the API can answer %i without doing the work', async (status) => {
    const end = shop.standIn.control.api.inject({ answer: status })
    await expect(shop.sandbox.customers.create()).rejects.toMatchObject({ statusCode: status })
    end()
    expect(await countCustomers()).toBe(0)
  })

  test('a stored 500 is replayed under its key', async () => {
    shop.standIn.control.api.inject({ answer: 500, stored: true, times: 1 })
    const first = shop.sandbox.customers.create({}, { idempotencyKey: 'k1' })
    await expect(first).rejects.toMatchObject({ statusCode: 500 })
    const second = shop.sandbox.customers.create({}, { idempotencyKey: 'k1' })
    await expect(second).rejects.toMatchObject({ statusCode: 500 })
    expect(await countCustomers()).toBe(0)
  })

  // Even with retries turned off, the SDK retries once if a keep-alive connection is reset.
  test('if the socket closes after the work, only the reply is lost, and a retry gets it', async () => {
    shop.standIn.control.api.inject({ answer: 'close_after_work', times: 1 })
    const { lastResponse } = await shop.sandbox.customers.create({}, { idempotencyKey: 'k1' })
    expect(lastResponse.headers['idempotent-replayed']).toBe('true')
    expect(await countCustomers()).toBe(1)
    const asked = shop.standIn.control.api.requests().filter((one) => one.method === 'POST')
    expect(asked.map((one) => one.status)).toEqual([null, 200])
  })

  test('if the socket closes before the work, nothing is stored', async () => {
    shop.standIn.control.api.inject({ answer: 'close_before_work' })
    await expect(shop.sandbox.customers.create()).rejects.toMatchObject({ type: 'StripeConnectionError' })
    shop.standIn.control.api.clear()
    expect(await countCustomers()).toBe(0)
  })

  test("a request to a slow API ends with the caller's timeout", async () => {
    shop.standIn.control.api.inject({ delayMs: 60_000, matching: (asked) => asked.path === '/v1/charges' })
    const asking = shop.sandbox.charges.list({}, { timeout: 50 })
    await expect(asking).rejects.toMatchObject({ type: 'StripeConnectionError' })
    expect(await countCustomers()).toBe(0)
  })
})
