import { request } from 'node:http'
import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startControlledStandIn } from '#tests/harness/stand-in-control.ts'
import { makeStandInShop, proCheckout } from '#tests/harness/stand-in-shop.ts'

describe('requests that the provider would refuse are refused', () => {
  let shop: Awaited<ReturnType<typeof makeStandInShop>>
  let customer: string

  beforeAll(async () => {
    shop = await makeStandInShop()
    customer = (await shop.sandbox.customers.create()).id
  })
  afterAll(() => shop.close())

  const item = { price: 'price_1StandInProMonthly0000', quantity: 1 }
  const wrong: [string, object, object][] = [
    ['an unknown parameter', { colour: 'red' }, { code: 'parameter_unknown', param: 'colour' }],
    [
      'a parameter this version no longer has',
      { payment_method_types: ['card'] },
      { code: 'parameter_unknown', param: 'payment_method_types' },
    ],
    [
      'an unknown inner parameter',
      { subscription_data: { colour: 'red' } },
      { code: 'parameter_unknown', param: 'subscription_data[colour]' },
    ],
    ['a mode that does not exist', { mode: 'subscribe' }, { param: 'mode' }],
    ['the old name of the hosted page', { ui_mode: 'hosted' }, { param: 'ui_mode' }],
    [
      'a number in words',
      { line_items: [{ ...item, quantity: 'two' }] },
      { code: 'parameter_invalid_integer', param: 'line_items[0][quantity]' },
    ],
    [
      'a price that does not exist',
      { line_items: [{ ...item, price: 'price_none' }] },
      { code: 'resource_missing', param: 'line_items[0][price]' },
    ],
    ['no quantity', { line_items: [{ price: item.price }] }, { param: 'line_items[0][quantity]' }],
    ['no success_url', { success_url: undefined }, { code: 'parameter_missing', param: 'success_url' }],
    ['an address that is none', { success_url: '/success' }, { code: 'url_invalid', param: 'success_url' }],
    ['an empty customer', { customer: '' }, { code: 'parameter_invalid_empty', param: 'customer' }],
    ['an expiry in ten minutes', { expires_at: inMinutes(10) }, { param: 'expires_at' }],
    ['an unknown link', { expand: ['nothing'] }, { param: 'expand' }],
  ]

  test.each(wrong)('a checkout with %s', async (_name, change, expected) => {
    const params = Object.fromEntries(
      Object.entries({ ...proCheckout(customer), ...change }).filter(([, value]) => value !== undefined),
    )
    const creating = shop.sandbox.checkout.sessions.create(params)
    await expect(creating).rejects.toMatchObject({
      statusCode: 400,
      type: 'StripeInvalidRequestError',
      ...expected,
    })
  })

  test('a refused request stores nothing', async () => {
    const before = shop.standIn.control.sandbox.sessions().length
    const creating = shop.sandbox.checkout.sessions.create({
      ...proCheckout(customer),
      expand: ['nothing'],
    })
    await expect(creating).rejects.toMatchObject({ statusCode: 400 })
    expect(shop.standIn.control.sandbox.sessions()).toHaveLength(before)
  })

  test('inactive prices and prices that do not recur cannot be subscribed to', async () => {
    const { sandbox } = shop.standIn.control
    await sandbox.addPrice({ id: 'price_off', unitAmountCents: 199, active: false })
    await sandbox.addPrice({ id: 'price_once', unitAmountCents: 199, interval: null })
    for (const price of ['price_off', 'price_once']) {
      const line_items = [{ price, quantity: 1 }]
      const creating = shop.sandbox.checkout.sessions.create({ ...proCheckout(customer), line_items })
      await expect(creating).rejects.toMatchObject({ statusCode: 400 })
    }
  })

  test('an unknown id gives 404 in the path and 400 in a parameter', async () => {
    await expect(shop.sandbox.subscriptions.retrieve('sub_none')).rejects.toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      message: "No such subscription: 'sub_none'",
    })
    await expect(shop.sandbox.subscriptions.list({ customer: 'cus_none' })).rejects.toMatchObject({
      statusCode: 400,
      param: 'customer',
    })
  })

  test('a wrong or missing API key gives 401', async () => {
    const { hostname, port } = new URL(shop.standIn.url)
    const stranger = new Stripe('sk_test_wrong0000', { protocol: 'http', host: hostname, port })
    await expect(stranger.customers.list()).rejects.toMatchObject({
      statusCode: 401,
      type: 'StripeAuthenticationError',
    })
    expect((await fetch(`${shop.standIn.url}/v1/customers`)).status).toBe(401)
  })

  test("a path that the provider does not have gives 404 in the provider's error format", async () => {
    const response = await fetch(`${shop.standIn.url}/v1/nothing`)
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ error: { type: 'invalid_request_error' } })
  })

  test('parameters named like properties of the prototype are refused as unknown', async () => {
    const response = await fetch(`${shop.standIn.url}/v1/customers`, {
      method: 'POST',
      headers: { authorization: `Bearer ${shop.standIn.modes.sandbox.apiKey}` },
      body: new URLSearchParams({ '__proto__[polluted]': 'yes' }),
    })
    expect(response.status).toBe(400)
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  })

  test('another API version is refused, because its objects differ', async () => {
    const response = await fetch(`${shop.standIn.url}/v1/customers`, {
      headers: {
        authorization: `Bearer ${shop.standIn.modes.sandbox.apiKey}`,
        'stripe-version': '2020-08-27',
      },
    })
    expect(response.status).toBe(400)
  })

  test('requests with another host name are refused, so that web pages cannot reach the stand-in', async () => {
    const status = await new Promise((resolve, reject) => {
      const asked = request(`${shop.standIn.url}/v1/customers`, { headers: { host: 'evil.example' } })
      asked.on('response', (response) => resolve(response.resume().statusCode))
      asked.on('error', reject).end()
    })
    expect(status).toBe(421)
  })

  test('webhooks are sent only to this machine', async () => {
    const target = { url: 'http://example.com/hook', secret: 'whsec_x' }
    const start = startControlledStandIn({ nodeEnv: 'test', webhookTargets: { sandbox: target } })
    await expect(start).rejects.toThrow('to this machine only')
  })
})

function inMinutes(minutes: number): number {
  return Math.floor(Date.now() / 1000) + minutes * 60
}
