import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { MalformedPaymentsReply, PaymentsRefused, PaymentsUnreachable } from '#server/payment-ports.ts'
import { type ControlledStandIn, startControlledStandIn } from '#tests/harness/stand-in-control.ts'
import { stripePayments } from './stripe-payments.ts'

const clock = () => new Date()
const webhookSecret = 'whsec_0123456789abcdef'
const secretKey = 'sk_live_0123456789abcdef'
const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function startProvider(): Promise<ControlledStandIn> {
  const provider = await startControlledStandIn({ nodeEnv: 'test' })
  closing.push(() => provider.close())
  return provider
}

/** A server with answers that no provider should give. */
async function startServer(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(async () => {
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const answering = (status: number, body: string) =>
  startServer((_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(body)
  })

describe('keys leave for nobody but the provider', () => {
  test.each(['https://api.stripe.example', 'http://192.0.2.1:4000', 'http://localhost.evil.test'])(
    '%s is refused',
    (apiUrl) => {
      expect(() => stripePayments({ secretKey, webhookSecret, apiUrl }, clock)).toThrow('nowhere else')
    },
  )
})

describe('what goes wrong is reported by kind, without keys', () => {
  test('a key that is refused', async () => {
    const { url } = await startProvider()
    const asked = stripePayments({ secretKey, webhookSecret, apiUrl: url }, clock).listSubscriptions('cus_1')
    await expect(asked).rejects.toThrow(PaymentsRefused)
    await expect(asked).rejects.not.toThrow(/0123456789/u)
  })

  test('a refusal, in the words of the provider and without keys or addresses', async () => {
    const message = `Invalid API Key provided: ${secretKey} of ann@people.example`
    const type = 'invalid_request_error'
    const error = { type, code: 'parameter_invalid', param: 'line_items[0][price]', message }
    const apiUrl = await startServer((_, response) => {
      const headers = { 'content-type': 'application/json', 'request-id': 'req_abc' }
      response.writeHead(400, headers).end(JSON.stringify({ error }))
    })
    const asked = stripePayments({ secretKey, webhookSecret, apiUrl }, clock).findPrice('price_1')
    await expect(asked).rejects.toThrow(
      'The payment provider refused to read a price (status 400, invalid_request_error, parameter_invalid, ' +
        'parameter "line_items[0][price]": Invalid API Key provided: [key] of [address] [request req_abc])',
    )
  })

  test('nobody listening', async () => {
    const provider = await startControlledStandIn({ nodeEnv: 'test' })
    const payments = stripePayments({ secretKey, webhookSecret, apiUrl: provider.url }, clock)
    await provider.close()
    await expect(payments.findPrice('price_1')).rejects.toThrow(PaymentsUnreachable)
  })

  test.each([429, 500, 503])('status %i', async (status) => {
    const apiUrl = await answering(status, '{"error":{"message":"no","type":"api_error"}}')
    const payments = stripePayments({ secretKey, webhookSecret, apiUrl }, clock)
    await expect(payments.findPrice('price_1')).rejects.toThrow(PaymentsUnreachable)
  })

  test('an answer that never comes ends in time, whatever is tried again', async () => {
    const apiUrl = await startServer(() => {})
    const access = { secretKey, webhookSecret, apiUrl, timeoutMs: 10_000, totalMs: 100 }
    const asked = stripePayments(access, clock).findPrice('price_1')
    await expect(asked).rejects.toThrow('did not answer in time to read a price')
  })

  test('an answer that is slow each time ends after the retries', async () => {
    const apiUrl = await startServer(() => {})
    const access = { secretKey, webhookSecret, apiUrl, timeoutMs: 20 }
    await expect(stripePayments(access, clock).findPrice('price_1')).rejects.toThrow(PaymentsUnreachable)
  })

  test.each(['<html>', '[]', '{}', '{"data":[{"id":"sub_1","status":"sleeping"}]}'])(
    'the answer %s',
    async (body) => {
      const apiUrl = await answering(200, body)
      const payments = stripePayments({ secretKey, webhookSecret, apiUrl }, clock)
      await expect(payments.findPrice('price_1')).rejects.toThrow(MalformedPaymentsReply)
    },
  )

  test('a status that is not known yet, so that nobody loses Pro by a new word', async () => {
    const subscription = {
      id: 'sub_1',
      status: 'sleeping',
      created: 1,
      cancel_at: null,
      cancel_at_period_end: false,
      latest_invoice: null,
      items: { data: [{ current_period_end: 2, price: 'price_1' }] },
    }
    const apiUrl = await answering(
      200,
      JSON.stringify({ object: 'list', data: [subscription], has_more: false }),
    )
    const payments = stripePayments({ secretKey, webhookSecret, apiUrl }, clock)
    await expect(payments.listSubscriptions('cus_1')).rejects.toThrow('cannot be read at "status"')
  })
})

test('what one mode knows is not there for the key of the other', async () => {
  const { url, modes } = await startProvider()
  const connect = (key: string) => stripePayments({ secretKey: key, webhookSecret, apiUrl: url }, clock)
  const production = connect(modes.production.apiKey)
  const sandbox = connect(modes.sandbox.apiKey)
  const person = { userId: 'user-1', email: 'a@example.test', storedId: null }
  const customerId = await production.openCustomer(person)
  expect(await sandbox.listSubscriptions(customerId)).toEqual([])
  expect(await sandbox.openPortal(customerId, 'http://127.0.0.1:3000/profile')).toBeNull()
  expect(await sandbox.openCustomer({ ...person, storedId: customerId })).not.toBe(customerId)
  expect(await production.openCustomer({ ...person, storedId: customerId })).toBe(customerId)
})

test('more subscriptions than fit on a page are all read', async () => {
  const page = (ids: string[], more: boolean) => ({
    object: 'list',
    url: '/v1/subscriptions',
    has_more: more,
    data: ids.map((id) => ({
      id,
      status: 'canceled',
      created: 1,
      cancel_at: null,
      cancel_at_period_end: false,
      latest_invoice: null,
      items: { data: [{ current_period_end: 2, price: { id: 'price_1' } }] },
    })),
  })
  const apiUrl = await startServer(({ url }, response) => {
    const second = url?.includes('starting_after=sub_2') === true
    const body = second ? page(['sub_3'], false) : page(['sub_1', 'sub_2'], true)
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  const listed = await stripePayments({ secretKey, webhookSecret, apiUrl }, clock).listSubscriptions('cus_1')
  expect(listed.map(({ id, priceId }) => [id, priceId])).toEqual([
    ['sub_1', 'price_1'],
    ['sub_2', 'price_1'],
    ['sub_3', 'price_1'],
  ])
})
