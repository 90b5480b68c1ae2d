import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PaymentConfigView } from '#contract/admin-overview.ts'
import { type SignedUp, signUp, whoIs } from '#tests/harness/account-calls.ts'
import { adminPost, adminRead, readAuditLog, setUpOperator } from '#tests/harness/admin-calls.ts'
import { type BillingApp, openBillingApp, subscribe } from '#tests/harness/billing-app.ts'
import { openTestApp } from '#tests/harness/test-app.ts'
import { openHolder, waitForLocks } from '#tests/harness/wait-for-locks.ts'

let cookie: string

describe('the payment mode', () => {
  let billed: BillingApp
  let payer: SignedUp
  beforeAll(async () => {
    billed = await openBillingApp()
    cookie = await setUpOperator(billed.app)
    payer = await signUp(billed.app)
  })
  afterAll(() => billed.close())

  const read = () => adminRead<PaymentConfigView>(billed.app, 'stripe-config', cookie)
  const save = (change: object) => adminPost(billed.app, 'stripe-config', change, cookie)
  const paymentLines = async () =>
    (await readAuditLog(billed.app, cookie)).filter(({ action }) => /^(payment|price)/u.test(action))

  test('begins in production, with the prices of the environment', async () => {
    const { production, sandbox } = billed.provider.modes
    expect(await read()).toEqual({
      mode: 'production',
      currentPriceId: production.priceId,
      productionPriceId: production.priceId,
      sandboxPriceId: sandbox.priceId,
      standIn: false,
      productionReady: true,
      sandboxReady: true,
      lastModifiedAt: null,
      lastModifiedBy: null,
    })
  })

  test('switched to the sandbox and back, records who did it and lets plans follow', async () => {
    const reply = await save({ mode: 'sandbox' })
    expect(reply.statusCode, reply.body).toBe(200)
    expect(reply.json().config).toMatchObject({
      mode: 'sandbox',
      currentPriceId: billed.provider.modes.sandbox.priceId,
      lastModifiedBy: 'The Operator',
      lastModifiedAt: expect.any(String),
    })
    await subscribe(billed, payer, 'sandbox')
    expect((await whoIs(billed.app, payer.cookie))?.subscriptionTier).toBe('pro')
    expect(await adminRead(billed.app, 'stats', cookie)).toMatchObject({ proUsers: 1 })
    await save({ mode: 'production' })
    expect((await whoIs(billed.app, payer.cookie))?.subscriptionTier).toBe('free')
    expect(await adminRead(billed.app, 'stats', cookie)).toMatchObject({ proUsers: 0 })
    expect((await paymentLines()).map(({ action, details }) => [action, details])).toEqual([
      ['payment_mode_changed', 'From sandbox to production.'],
      ['payment_mode_changed', 'From production to sandbox.'],
    ])
  })

  test('stays, and nothing is noted, when the provider does not know the new price', async () => {
    const [before, lines] = [await read(), await paymentLines()]
    const reply = await save({ mode: 'sandbox', sandboxPriceId: 'price_unknown' })
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'invalid_input'])
    expect(reply.json().userMessage).toContain('there is no such price')
    expect([await read(), await paymentLines()]).toEqual([before, lines])
  })

  test('saved with a right price keeps it, and notes the price alone', async () => {
    const { priceId } = billed.provider.modes.production
    await billed.database.pool.query(`update payment_config set production_price_id = 'price_old'`)
    const reply = await save({ mode: 'production', productionPriceId: priceId })
    expect(reply.json().config).toMatchObject({ mode: 'production', currentPriceId: priceId })
    expect((await paymentLines())[0]).toMatchObject({
      action: 'price_ids_changed',
      details: `In production mode from price_old to ${priceId}.`,
    })
  })

  test('saved with an empty price takes the saved one away, and the one of the environment is in use', async () => {
    await billed.database.pool.query(`update payment_config set production_price_id = 'price_old'`)
    const reply = await save({ mode: 'production', productionPriceId: '' })
    expect(reply.statusCode, reply.body).toBe(200)
    const { priceId } = billed.provider.modes.production
    expect(reply.json().config).toMatchObject({ productionPriceId: priceId, currentPriceId: priceId })
    const { rows } = await billed.database.pool.query(
      'select production_price_id as price from payment_config',
    )
    expect(rows).toEqual([{ price: null }])
  })

  test.each([
    [{}, 'Mode is required'],
    [{ mode: 'test' }, "Mode must be either 'production' or 'sandbox'"],
  ])('of %o is refused and says why', async (change, message) => {
    const reply = await save(change)
    expect([reply.statusCode, reply.json().userMessage]).toEqual([400, message])
  })

  test('based on settings that somebody has changed since is refused, and undoes nothing', async () => {
    const { lastModifiedAt: seen, mode } = await read()
    const other = mode === 'sandbox' ? 'production' : 'sandbox'
    expect((await save({ mode: other, basedOn: seen })).statusCode).toBe(200)
    const [before, lines] = [await read(), await paymentLines()]
    for (const basedOn of [seen, null]) {
      const { priceId } = billed.provider.modes.sandbox
      const reply = await save({ mode, sandboxPriceId: priceId, basedOn })
      expect([reply.statusCode, reply.json().code]).toEqual([409, 'settings_changed'])
      expect(reply.json().userMessage).toContain('was changed in the meantime')
    }
    expect([await read(), await paymentLines()]).toEqual([before, lines])
    expect((await save({ mode, basedOn: before.lastModifiedAt })).statusCode).toBe(200)
  })

  test('of a price id that is none is refused', async () => {
    expect((await save({ mode: 'sandbox', sandboxPriceId: 'prod_1' })).statusCode).toBe(400)
  })

  test('switched to both modes at once notes both switches in their order', async () => {
    const lines = await paymentLines()
    const holder = await openHolder(billed.database.pool)
    await holder.query('select from payment_config for update')
    const there = save({ mode: 'sandbox' })
    await waitForLocks(billed.database.pool, 1, 'payment_config')
    const back = save({ mode: 'production' })
    await waitForLocks(billed.database.pool, 2, 'payment_config')
    await holder.commit()
    expect([(await there).statusCode, (await back).statusCode]).toEqual([200, 200])
    expect((await read()).mode).toBe('production')
    const noted = (await paymentLines()).slice(0, -lines.length || undefined)
    expect(noted.map(({ details }) => details)).toEqual([
      'From sandbox to production.',
      'From production to sandbox.',
    ])
  })

  test('that finds nothing to change fails, and nothing is noted', async () => {
    const lines = await paymentLines()
    const holder = await openHolder(billed.database.pool)
    const { rows } = await holder.query(
      'delete from payment_config returning to_jsonb(payment_config) as row',
    )
    const saving = save({ mode: 'sandbox' })
    await waitForLocks(billed.database.pool, 1, 'from "payment_config" for update')
    await holder.commit()
    expect((await saving).statusCode).toBe(500)
    expect(await paymentLines()).toEqual(lines)
    const restore = 'insert into payment_config select (jsonb_populate_record(null::payment_config, $1)).*'
    await billed.database.pool.query(restore, [rows[0].row])
    expect((await read()).mode).toBe('production')
  })
})

test('a mode without keys is refused and says which are missing', async () => {
  const product = await openTestApp()
  cookie = await setUpOperator(product.app)
  const reply = await adminPost(product.app, 'stripe-config', { mode: 'sandbox' }, cookie)
  expect([reply.statusCode, reply.json().code]).toEqual([409, 'billing_not_set_up'])
  expect(reply.json().userMessage).toContain('STRIPE_SANDBOX_SECRET_KEY')
  await product.close()
})
