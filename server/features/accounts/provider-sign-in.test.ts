import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accountIdentities, users } from '#server/database/account-schema.ts'
import { eq } from '#server/database/drizzle.ts'
import { AppError } from '#server/errors.ts'
import {
  type IdentityProvider,
  MalformedProviderReply,
  type ProviderPerson,
  ProviderRefused,
  ProviderUnreachable,
} from '#server/sign-in-ports.ts'
import { openTestDatabase, type TestDatabase } from '#tests/harness/test-database.ts'
import type { SecurityEvent } from './account-deps.ts'
import { makeIdentityStore } from './identity-store.ts'
import { linkPendingIdentity, type PendingSignIn } from './pending-sign-in.ts'
import {
  type FinishDeps,
  type FinishedSignIn,
  finishProviderSignIn,
  startProviderSignIn,
} from './provider-sign-in.ts'
import { makeUserStore } from './user-store.ts'

const secrets = { state: 'the-state', nonce: 'the-nonce', codeVerifier: 'the-verifier' }
const ada: ProviderPerson = {
  issuer: 'https://accounts.test',
  subject: 'ada-1',
  email: 'Ada@mail.test',
  emailVerified: true,
  firstName: 'Ada',
  lastName: 'Lovelace',
}

const address = '192.0.2.7'

let database: TestDatabase
let now: Date
let person: ProviderPerson | Error
let calls: { cameBackTo: string; given: object }[]
let warnings: string[]
let events: SecurityEvent[]
let deps: FinishDeps

const personOrThrow = () => {
  if (person instanceof Error) throw person
  return person
}
const provider: IdentityProvider = {
  name: 'google',
  issuer: ada.issuer,
  async begin(callbackUrl) {
    personOrThrow()
    return { address: `https://accounts.test/auth?back=${callbackUrl}`, secrets }
  },
  async finish(cameBackTo, given) {
    calls.push({ cameBackTo: cameBackTo.href, given })
    return personOrThrow()
  },
}

beforeAll(async () => {
  database = await openTestDatabase()
})
beforeEach(async () => {
  await database.db.delete(users)
  now = new Date('2026-05-04T10:00:00Z')
  person = ada
  calls = []
  warnings = []
  events = []
  deps = {
    providers: [provider, { ...provider, name: 'github' }],
    publicUrl: 'https://unmet.example',
    clock: () => now,
    warn: (message, cause) => warnings.push(`${message}: ${(cause as Error).message}`),
    identities: makeIdentityStore(database.db),
    recordEvent: (event) => events.push(event),
    users: makeUserStore(database.db),
    notify: {
      registered() {},
      knownAddress() {},
      passwordChanged() {},
      identityLinked() {},
      identityRemoved() {},
    },
  }
})
afterAll(() => database.close())

async function start(returnTo?: string): Promise<PendingSignIn | null> {
  return (await startProviderSignIn(deps, 'google', { returnTo })).pending
}

function finish(pending: PendingSignIn | null, query = {}) {
  return finishProviderSignIn(deps, {
    provider: 'google',
    query: { code: 'a-code', state: 'the-state', ...query },
    pending,
    userId: null,
    address,
  })
}

const signIn = async () => finish(await start('/profile'))

async function insertUser(email: string, emailVerifiedAt: Date | null, password: string | null = 'a-hash') {
  const [user] = await database.db.insert(users).values({ email, emailVerifiedAt, password }).returning()
  return user?.id ?? ''
}

function userOf(finished: FinishedSignIn): string {
  if (finished.result !== 'signed_in') throw new Error(`not signed in: ${JSON.stringify(finished)}`)
  return finished.userId
}

const refusal = (reason: string, next = '') => ({
  result: 'failed',
  reason,
  location: `/auth?error=${reason}${next}`,
})
const toProfile = '&next=%2Fprofile'

const pendingOf = (finished: FinishedSignIn) =>
  finished.result === 'link_needs_password' ? finished.pending : null

describe('starting', () => {
  test('sends the browser to the provider and stores the secrets in the session only (10.1.2)', async () => {
    const started = await startProviderSignIn(deps, 'google', { returnTo: '/profile' })
    expect(started).toEqual({
      location: 'https://accounts.test/auth?back=https://unmet.example/api/auth/google/callback',
      pending: {
        kind: 'attempt',
        provider: 'google',
        ...secrets,
        returnTo: '/profile',
        startedAt: '2026-05-04T10:00:00.000Z',
      },
    })
  })

  test('with a provider that is out of reach explains it, stores nothing and logs it', async () => {
    person = new ProviderUnreachable('accounts.test cannot be reached')
    const started = await startProviderSignIn(deps, 'google', {})
    expect(started).toEqual({ location: '/auth?error=provider_unreachable', pending: null })
    expect(warnings).toEqual(['Sign-in with google could not start: accounts.test cannot be reached'])
  })

  test('with a provider that is not set up is not found', async () => {
    deps.providers = []
    const failure = startProviderSignIn(deps, 'google', {})
    await expect(failure).rejects.toThrow(AppError)
    await expect(failure).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('somebody new', () => {
  test('gets an account without a password, with the verified address, and lands where they were going', async () => {
    const finished = await signIn()
    expect(finished).toMatchObject({ result: 'signed_in', account: 'created', location: '/profile' })
    const [user] = await database.db.select().from(users)
    expect(user).toMatchObject({
      id: userOf(finished),
      email: 'Ada@mail.test',
      password: null,
      emailVerifiedAt: now,
      firstName: 'Ada',
      lastName: 'Lovelace',
      subscriptionTier: 'free',
    })
    expect(calls).toEqual([
      {
        cameBackTo: 'https://unmet.example/api/auth/google/callback?code=a-code&state=the-state',
        given: secrets,
      },
    ])
  })

  test.each([
    ['the provider does not vouch for the address', { emailVerified: false }],
    ['the provider sends no address', { email: null, emailVerified: true }],
    ['the address is none that can be written to', { email: 'ada@mail.test, eve@mail.test' }],
  ])('gets none when %s', async (_name, changed) => {
    person = { ...ada, ...changed }
    expect(await signIn()).toEqual(refusal('no_verified_email', toProfile))
    expect(await database.db.$count(users)).toBe(0)
  })

  test('gets an account without a name when the name cannot be shown', async () => {
    person = { ...ada, firstName: 'A\r\nda', lastName: 'x'.repeat(1000) }
    userOf(await signIn())
    const [user] = await database.db.select().from(users)
    expect(user).toMatchObject({ firstName: null, lastName: null })
  })

  test('who comes back ten times at once gets one account', async () => {
    const pending = await start()
    const finished = await Promise.all(Array.from({ length: 10 }, () => finish(pending)))
    expect(new Set(finished.map(userOf)).size).toBe(1)
    expect(await database.db.$count(users)).toBe(1)
    expect(await database.db.$count(accountIdentities)).toBe(1)
  })
})

describe('somebody known', () => {
  test('is who they were by issuer and subject, whatever their address is now (6.8.1)', async () => {
    const first = userOf(await signIn())
    await insertUser('new@mail.test', now)
    person = { ...ada, email: 'new@mail.test', emailVerified: false }
    expect(userOf(await signIn())).toBe(first)
  })

  test('at one issuer is nobody at another with the same subject (10.5.2)', async () => {
    const first = userOf(await signIn())
    person = { ...ada, issuer: 'https://other.test', email: 'bob@mail.test' }
    expect(userOf(await signIn())).not.toBe(first)
  })
})

describe('an account with the same address', () => {
  test('is linked when both sides have verified it and no password guards it, whatever its case', async () => {
    const mine = await insertUser('ada@mail.TEST', new Date('2026-01-01T00:00:00Z'), null)
    expect(userOf(await signIn())).toBe(mine)
    expect(await database.db.select().from(accountIdentities)).toMatchObject([
      { issuer: ada.issuer, subject: ada.subject, userId: mine, email: 'Ada@mail.test' },
    ])
    person = { ...ada, email: null }
    expect(userOf(await signIn())).toBe(mine)
  })

  test.each([
    ['we have not verified it', null],
    ['it has a password', now],
  ])('is not linked while %s: the password has to be given (6.8.1)', async (_, verifiedAt) => {
    await insertUser('ada@mail.test', verifiedAt)
    const finished = await signIn()
    expect(finished).toMatchObject({
      result: 'link_needs_password',
      location: `/auth?error=link_needs_password${toProfile}`,
    })
    expect(await database.db.$count(accountIdentities)).toBe(0)
  })

  test('is neither linked nor betrayed to somebody whose provider has not verified it (6.8.1)', async () => {
    await insertUser('ada@mail.test', now)
    person = { ...ada, emailVerified: false }
    expect(await signIn()).toEqual(refusal('no_verified_email', toProfile))
    expect(await database.db.$count(accountIdentities)).toBe(0)
  })
})

describe('what waits for a password', () => {
  const waiting = async () => {
    const mine = await insertUser('ada@mail.test', null)
    return { mine, pending: pendingOf(await signIn()) }
  }
  const link = (pending: PendingSignIn | null, userId: string) => linkPendingIdentity(deps, pending, userId)

  test('is linked once its owner gave it, and the address is verified from then on', async () => {
    const { mine, pending } = await waiting()
    expect(await link(pending, mine)).toBe(true)
    const [user] = await database.db.select().from(users)
    expect(user?.emailVerifiedAt).toEqual(now)
    expect(userOf(await signIn())).toBe(mine)
  })

  test('is not linked to whoever else signs in with the same browser', async () => {
    const { pending } = await waiting()
    const other = await insertUser('bob@mail.test', now)
    expect(await link(pending, other)).toBe(false)
    expect(await database.db.$count(accountIdentities)).toBe(0)
  })

  test('is not linked when the address of the account has changed meanwhile', async () => {
    const { mine, pending } = await waiting()
    await database.db.update(users).set({ email: 'else@mail.test' }).where(eq(users.id, mine))
    expect(await link(pending, mine)).toBe(false)
  })

  test('expires after ten minutes', async () => {
    const { mine, pending } = await waiting()
    now = new Date(now.getTime() + 10 * 60_000)
    expect(await link(pending, mine)).toBe(false)
  })

  test('is nothing when the session holds nothing, or an attempt that is not over', async () => {
    const mine = await insertUser('ada@mail.test', null)
    expect(await link(null, mine)).toBe(false)
    expect(await link(await start(), mine)).toBe(false)
  })

  test('cannot be used as an attempt', async () => {
    const { pending } = await waiting()
    expect(await finish(pending)).toEqual(refusal('sign_in_expired'))
  })
})

describe('a return that no attempt belongs to is refused without asking the provider', () => {
  test.each([
    ['another state (10.1.2)', { state: 'other' }, 0],
    ['no state (10.1.2)', { state: undefined }, 0],
    ['an attempt that is ten minutes old', {}, 10 * 60_000],
  ])('%s', async (_name, query, laterMs) => {
    const pending = await start()
    now = new Date(now.getTime() + laterMs)
    expect(await finish(pending, query)).toEqual(refusal('sign_in_expired'))
    expect(calls).toEqual([])
  })

  test('an attempt that is just not ten minutes old is good', async () => {
    const pending = await start()
    now = new Date(now.getTime() + 10 * 60_000 - 1)
    expect(await finish(pending)).toMatchObject({ result: 'signed_in' })
  })

  test('a session without an attempt (10.2.1)', async () => {
    expect(await finish(null)).toEqual(refusal('sign_in_expired'))
    expect(calls).toEqual([])
  })

  test('an attempt at another provider (10.5.3)', async () => {
    const pending = await start()
    const back = {
      provider: 'github' as const,
      query: { code: 'c', state: 'the-state' },
      pending,
      address,
      userId: null,
    }
    expect(await finishProviderSignIn(deps, back)).toMatchObject({ location: '/auth?error=sign_in_expired' })
    expect(calls).toEqual([])
  })
})

test.each([
  [new ProviderUnreachable('they are down'), 'provider_unreachable'],
  [new ProviderRefused('they said no'), 'provider_refused'],
  [new MalformedProviderReply('they talk nonsense'), 'provider_refused'],
])('%s is explained to the person and logged', async (failure, code) => {
  const pending = await start()
  person = failure
  expect(await finish(pending)).toEqual(refusal(code))
  expect(warnings).toEqual([`Sign-in with google failed: ${failure.message}`])
})

test('what happened can be read afterwards, without names, addresses or secrets', async () => {
  const seen = { provider: 'google', address }
  const mine = await insertUser('ada@mail.test', now, null)
  await signIn()
  person = { ...ada, subject: 'bob-1', email: 'bob@mail.test' }
  const bob = userOf(await signIn())
  userOf(await signIn())
  await finish(null)
  await insertUser('eve@mail.test', null)
  person = { ...ada, subject: 'eve-1', email: 'eve@mail.test' }
  await signIn()
  expect(events).toEqual([
    { event: 'identity_linked', userId: mine, ...seen },
    { event: 'signed_in', userId: mine, ...seen },
    { event: 'registered', userId: bob, ...seen },
    { event: 'signed_in', userId: bob, ...seen },
    { event: 'provider_sign_in_failed', reason: 'sign_in_expired', ...seen },
    { event: 'provider_sign_in_failed', reason: 'link_needs_password', ...seen },
  ])
})

test('a bug is not explained away as a failure of the provider', async () => {
  const pending = await start()
  person = new RangeError('a bug')
  await expect(finish(pending)).rejects.toThrow('a bug')
})
