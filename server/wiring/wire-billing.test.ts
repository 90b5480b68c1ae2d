import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { loadConfig } from '#server/config/config.ts'
import { signUp } from '#tests/harness/account-calls.ts'
import { bill, billingOf } from '#tests/harness/billing-app.ts'
import { makeTemporaryDataDir, type TemporaryDataDir } from '#tests/harness/temporary-data-dir.ts'
import { openTestApp } from '#tests/harness/test-app.ts'
import { type OpenPayments, openPayments } from './open-payments.ts'

let folder: TemporaryDataDir
let opened: OpenPayments | null
let said: string[]
beforeEach(async () => {
  folder = await makeTemporaryDataDir()
  opened = null
  said = []
})
afterEach(async () => {
  await opened?.close()
  await folder.remove()
})

async function open(environment: Record<string, string>): Promise<OpenPayments> {
  opened = await openPayments(loadConfig({ DATA_DIR: folder.path, ...environment }), (line) =>
    said.push(line),
  )
  return opened
}

describe('the payment provider', () => {
  test('is a stand-in on this machine where there are no keys', async () => {
    const { payments } = await open({ PORT: '0' })
    expect(said).toEqual([expect.stringContaining('without real payments')])
    expect(payments.apiUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/u)
    expect(payments.production?.secretKey).toMatch(/^sk_live_/u)
    expect(payments.sandbox?.secretKey).toMatch(/^sk_test_/u)
    expect(payments.production?.webhookSecret).not.toBe(payments.sandbox?.webhookSecret)
  })

  test('is nobody in production without keys', async () => {
    const { payments } = await open({ NODE_ENV: 'production' })
    expect(payments).toEqual({ apiUrl: null, standIn: false, production: null, sandbox: null })
    expect(said).toEqual(['There are no Stripe keys: billing is off'])
  })

  test.each([{ HOST: '0.0.0.0' }, { PUBLIC_URL: 'https://unmet.example' }])(
    'is nobody where others than this machine come in and there are no keys: %j',
    async (environment) => {
      const { payments } = await open(environment)
      expect(payments).toMatchObject({ production: null, sandbox: null, standIn: false })
      expect(said).toEqual([
        'There are no Stripe keys, and a stand-in would only work on this machine: billing is off',
      ])
    },
  )

  test('is the real one as soon as one mode has keys', async () => {
    const keys = { secretKey: 'sk_test_0123456789abcdef', webhookSecret: 'whsec_0123456789abcdef' }
    const { payments } = await open({
      STRIPE_SANDBOX_SECRET_KEY: keys.secretKey,
      STRIPE_SANDBOX_WEBHOOK_SECRET: keys.webhookSecret,
    })
    expect(payments).toEqual({
      apiUrl: null,
      standIn: false,
      production: null,
      sandbox: { ...keys, priceId: null },
    })
  })
})

test('without keys billing says that it is not set up, and the rest works', async () => {
  const product = await openTestApp({}, { NODE_ENV: 'production' })
  const person = await signUp(product.app)
  for (const path of ['create-subscription', 'stripe/finalize']) {
    const reply = await bill(product, person, path, { sessionId: `cs_live_${'a'.repeat(40)}` })
    expect([path, reply.statusCode, reply.json().code]).toEqual([path, 409, 'billing_not_set_up'])
    expect(reply.json().userMessage).toBe('Billing is not set up on this site yet. Nothing was charged.')
  }
  expect((await bill(product, person, 'stripe/sync')).json()).toEqual({ synced: false, tier: 'free' })
  expect(await billingOf(product, person)).toMatchObject({ tier: 'free', canManage: false })
  const found = await product.app.inject({
    method: 'POST',
    url: '/api/search',
    payload: { keyword: 'invoice' },
  })
  expect(found.statusCode).toBe(200)
  await product.close()
})
