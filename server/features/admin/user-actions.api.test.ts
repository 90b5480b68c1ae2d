import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { post, type SignedUp, signIn, signUp, whoIs } from '#tests/harness/account-calls.ts'
import { adminPost, adminRead, makeProtectedAccount, readAuditLog } from '#tests/harness/admin-calls.ts'
import { type BillingApp, newestSubscription, openBillingApp, subscribe } from '#tests/harness/billing-app.ts'

let product: BillingApp
let cookie: string
/** The operator's account. */
let operatorsOwn: SignedUp

beforeAll(async () => {
  product = await openBillingApp()
  const made = await makeProtectedAccount(product)
  cookie = made.cookie
  operatorsOwn = made.person
})
afterAll(() => product.close())

const call = (path: string, payload: object) => adminPost(product.app, path, payload, cookie)

async function newestLine() {
  const [line] = await readAuditLog(product.app, cookie)
  return line
}

async function emailsKept(): Promise<string[]> {
  const { rows } = await product.database.pool.query<{ email: string }>(
    'select email from users order by email',
  )
  return rows.map(({ email }) => email)
}

test('the account whose confirmed address is an admin’s username says so of itself, and no other does', async () => {
  const person = await signUp(product.app)
  expect((await whoIs(product.app, operatorsOwn.cookie))?.isAdmin).toBe(true)
  expect((await whoIs(product.app, person.cookie))?.isAdmin).toBe(false)
  const confirmed = 'update users set email_verified_at = $1 where id = $2'
  await product.database.pool.query(confirmed, [null, operatorsOwn.user.id])
  expect((await whoIs(product.app, operatorsOwn.cookie))?.isAdmin).toBe(false)
  await product.database.pool.query(confirmed, [new Date(), operatorsOwn.user.id])
})

describe('the plan', () => {
  test('is Pro without a payment once promoted, until demoted; both are noted', async () => {
    const person = await signUp(product.app)
    const promoted = await call('promote-user', { userId: person.user.id })
    expect(promoted.json().user).toMatchObject({
      email: person.email,
      subscriptionTier: 'pro',
      granted: true,
    })
    expect((await whoIs(product.app, person.cookie))?.subscriptionTier).toBe('pro')
    expect(await newestLine()).toMatchObject({
      action: 'user_promoted',
      admin: 'Operator@Example.test',
      ipAddress: '127.0.0.1',
      target: { userId: person.user.id, email: person.email },
    })
    const again = await call('promote-user', { userId: person.user.id })
    expect([again.statusCode, again.json().code]).toEqual([409, 'already_pro'])
    const demoted = await call('demote-user', { userId: person.user.id })
    expect(demoted.json().user).toMatchObject({
      email: person.email,
      subscriptionTier: 'free',
      granted: false,
    })
    expect((await newestLine())?.action).toBe('user_demoted')
    const twice = await call('demote-user', { userId: person.user.id })
    expect([twice.statusCode, twice.json().code]).toEqual([409, 'already_free'])
  })

  test('of who pays is not taken away here, and nothing is noted of it', async () => {
    const person = await signUp(product.app)
    await subscribe(product, person)
    const before = await newestLine()
    const reply = await call('demote-user', { userId: person.user.id })
    expect([reply.statusCode, reply.json().code]).toEqual([409, 'pays_for_pro'])
    expect((await whoIs(product.app, person.cookie))?.subscriptionTier).toBe('pro')
    expect(await newestLine()).toEqual(before)
    // The list shows that the user pays before the operator tries to change the plan.
    const { users } = await adminRead<{ users: unknown[] }>(
      product.app,
      `user-page?search=${encodeURIComponent(person.email)}`,
      cookie,
    )
    expect(users).toEqual([expect.objectContaining({ email: person.email, paying: true, granted: false })])
  })
})

describe('a password that the operator sets', () => {
  test('ends the person’s sessions and works; a short one is to be changed', async () => {
    const person = await signUp(product.app)
    const reply = await call('reset-user-password', { userId: person.user.id, password: 'sixsix' })
    expect(reply.statusCode, reply.body).toBe(200)
    expect(await whoIs(product.app, person.cookie)).toBeNull()
    const again = await signIn(product.app, { ...person, password: 'sixsix' })
    expect((await whoIs(product.app, again))?.mustChangePassword).toBe(true)
    expect(await newestLine()).toMatchObject({
      action: 'user_password_reset',
      target: { userId: person.user.id, email: person.email },
      details: null,
    })
    await call('reset-user-password', { userId: person.user.id, password: 'eighteight' })
    const third = await signIn(product.app, { ...person, password: 'eighteight' })
    expect((await whoIs(product.app, third))?.mustChangePassword).toBe(false)
  })

  test('has six characters at least', async () => {
    const person = await signUp(product.app)
    const reply = await call('reset-user-password', { userId: person.user.id, password: 'fives' })
    expect([reply.statusCode, reply.json().userMessage]).toEqual([
      400,
      'Password must be at least 6 characters',
    ])
    expect(await whoIs(product.app, person.cookie)).not.toBeNull()
  })

  test('voids a reset link that was mailed before', async () => {
    const person = await signUp(product.app)
    const { pool } = product.database
    await pool.query(
      `insert into password_reset_tokens (token, user_id, email, expires_at)
       values ('x', $1, $2, now() + interval '1 hour')`,
      [person.user.id, person.email],
    )
    await call('reset-user-password', { userId: person.user.id, password: 'eighteight' })
    expect((await pool.query('select from password_reset_tokens')).rows).toEqual([])
  })
})

describe('the number of watches of a person', () => {
  const watch = (person: SignedUp, watchQuery: string) =>
    post(product.app, '/api/watches', { watchQuery, looksIn: 'own' }, person)
  const watchesOf = async (person: SignedUp) => {
    const reply = await product.app.inject({ url: '/api/watches', headers: { cookie: person.cookie } })
    return reply.json()
  }

  test('is what the operator sets instead of the plan’s, which is noted; those beyond it pause and stay', async () => {
    const person = await signUp(product.app)
    const userId = person.user.id
    expect((await call('limit-watches', { userId, mostWatches: 2 })).json().user).toMatchObject({
      watches: 0,
      mostWatches: 2,
    })
    expect(await newestLine()).toMatchObject({
      action: 'user_watches_limited',
      details: 'At most 2.',
      target: { userId },
    })
    for (const query of ['kettle', 'teapot']) expect((await watch(person, query)).statusCode).toBe(200)
    const third = await watch(person, 'harbour')
    expect([third.statusCode, third.json().userMessage]).toEqual([
      409,
      expect.stringContaining('as many as whoever runs this installation allows you'),
    ])
    expect((await watchesOf(person)).most).toBe(2)
    const back = await call('limit-watches', { userId, mostWatches: null })
    expect(back.json().user).toMatchObject({ watches: 2, mostWatches: null })
    const { most, watches } = await watchesOf(person)
    expect([most, watches.map(({ state }: { state: string }) => state)]).toEqual([1, ['on', 'beyond_plan']])
    expect((await newestLine())?.details).toBe('As many as the plan has.')
  })

  test.each([-1, 1_001, 1.5])('is not %s', async (mostWatches) => {
    const person = await signUp(product.app)
    expect((await call('limit-watches', { userId: person.user.id, mostWatches })).statusCode).toBe(400)
  })
})

describe('an administrator’s account', () => {
  test.each([
    ['promote-user', {}],
    ['demote-user', {}],
    ['reset-user-password', { password: 'eighteight' }],
    ['change-user-email', { email: 'elsewhere@example.test' }],
    ['limit-watches', { mostWatches: 3 }],
  ])('is refused by %s, whatever the page hides', async (path, more) => {
    const reply = await call(path, { userId: operatorsOwn.user.id, ...more })
    expect([reply.statusCode, reply.json().code]).toEqual([403, 'protected_account'])
    expect((await whoIs(product.app, operatorsOwn.cookie))?.subscriptionTier).toBe('free')
  })

  test('is left alone by a deletion that names it', async () => {
    const reply = await call('delete-users', { userIds: [operatorsOwn.user.id] })
    expect(reply.json()).toEqual({
      deleted: [],
      errors: [
        {
          userId: operatorsOwn.user.id,
          email: operatorsOwn.email,
          reason: 'Admin accounts cannot be changed or deleted.',
        },
      ],
      summary: { successfullyDeleted: 0, failed: 1 },
    })
    expect(await whoIs(product.app, operatorsOwn.cookie)).not.toBeNull()
  })
})

test.each(['promote-user', 'demote-user', 'reset-user-password', 'limit-watches'])(
  '%s of nobody is not found',
  async (path) => {
    const reply = await call(path, { userId: 'nobody', password: 'eighteight', mostWatches: 3 })
    expect([reply.statusCode, reply.json().code]).toEqual([404, 'not_found'])
  },
)

describe('a deletion', () => {
  test('of 500, one of whom fails at the provider, leaves that one whole and takes 499 whole', async () => {
    const { pool } = product.database
    const failing = await signUp(product.app)
    const paying = await signUp(product.app)
    const { subscriptionId: stubborn } = await subscribe(product, failing)
    const { subscriptionId: willing } = await subscribe(product, paying)
    const { rows } = await pool.query<{ id: string }>(
      `insert into users (email) select 'bulk' || n || '@example.test' from generate_series(1, 498) n returning id`,
    )
    const userIds = [...rows.map(({ id }) => id), failing.user.id, paying.user.id]
    await pool.query(
      `insert into search_sessions (user_id, session_token, keyword, results_count)
       select id, id, 'invoicing', 3 from unnest($1::varchar[]) id`,
      [userIds],
    )
    const recover = product.provider.control.api.inject({
      answer: 503,
      matching: ({ method, path }) => method === 'DELETE' && path.includes(stubborn),
    })
    const reply = await call('delete-users', { userIds })
    recover()
    expect(reply.json().summary).toEqual({ successfullyDeleted: 499, failed: 1 })
    expect(reply.json().deleted).toEqual(userIds.filter((id) => id !== failing.user.id))
    expect(reply.json().errors).toEqual([
      {
        userId: failing.user.id,
        email: failing.email,
        reason:
          'The subscription could not be cancelled at the payment provider; the account was not deleted.',
      },
    ])
    const stored = await pool.query('select user_id from search_sessions where user_id = any($1)', [userIds])
    expect(stored.rows).toEqual([{ user_id: failing.user.id }])
    const bulk = (await emailsKept()).filter((email) => email.startsWith('bulk'))
    expect(bulk).toEqual([])
    expect(await whoIs(product.app, paying.cookie)).toBeNull()
    expect((await whoIs(product.app, failing.cookie))?.subscriptionTier).toBe('pro')
    const { production } = product.provider.control
    const statuses = production.subscriptions().map(({ id, status }) => [id, status])
    expect(Object.fromEntries(statuses)).toMatchObject({ [stubborn]: 'active', [willing]: 'canceled' })
    const left = await pool.query(
      `select count(*)::integer as counted from user_activity where user_id = any($1)`,
      [userIds],
    )
    expect(left.rows).toEqual([{ counted: 1 }])
  })

  test('notes each who is gone without their address, and each who stayed with the reason', async () => {
    const person = await signUp(product.app)
    await call('delete-users', { userIds: [person.user.id, 'nobody', person.user.id] })
    const [first, second] = await readAuditLog(product.app, cookie)
    expect([first, second]).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          action: 'user_deleted',
          target: { userId: person.user.id, email: null },
          details: 'The account of p***@example.test.',
        }),
        expect.objectContaining({
          action: 'user_deletion_failed',
          target: { userId: 'nobody', email: null },
          details: 'This user does not exist any more.',
        }),
      ]),
    )
    expect(JSON.stringify([first, second])).not.toContain(person.email)
  })

  test.each([
    [[], 'Please select users to delete.'],
    [Array.from({ length: 501 }, (_, n) => `u${n}`), 'At most 500 users can be deleted at once'],
  ])('of %o is refused and says why', async (userIds, message) => {
    const reply = await call('delete-users', { userIds })
    expect([reply.statusCode, reply.json().userMessage]).toEqual([400, message])
  })
})

test('what was paid by the deleted is not asked for again: no subscription of theirs is alive', async () => {
  const person = await signUp(product.app)
  await subscribe(product, person)
  const { id } = newestSubscription(product)
  await call('delete-users', { userIds: [person.user.id] })
  const now = product.provider.control.production.subscriptions().find((one) => one.id === id)
  expect(now?.status).toBe('canceled')
  const again = await post(product.app, '/api/login', person, { address: person.address })
  expect(again.statusCode).toBe(401)
})
