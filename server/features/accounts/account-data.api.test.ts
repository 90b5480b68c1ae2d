import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { accountIdentities, users } from '#server/database/account-schema.ts'
import { sql } from '#server/database/drizzle.ts'
import { rateLimits, searchResults, searchSessions } from '#server/database/search-schema.ts'
import { post, type SignedUp, signIn, signUp, whoIs } from '#tests/harness/account-calls.ts'
import { cheapHash } from '#tests/harness/cheap-hash.ts'
import { type MailServer, openMailServer } from '#tests/harness/mail-server.ts'
import { makePost } from '#tests/harness/make-post.ts'
import { openTestApp, type TestApp } from '#tests/harness/test-app.ts'
import { makeAccountDataStore } from './account-data-store.ts'
import type { SecurityEvent } from './account-deps.ts'
import { makeAccountMails } from './account-mails.ts'
import { makeAttemptStore } from './attempt-store.ts'
import { makeAttemptLimiter } from './limit-attempts.ts'
import { deleteAccount } from './own-account.ts'
import { makePasswordHasher } from './password-hash.ts'
import { makeUserStore } from './user-store.ts'

/** The clock stands still, because attempts are counted per quarter of an hour. */
const clock = () => new Date('2026-03-01T08:00:00Z')

let product: TestApp
let mailServer: MailServer
let ann: SignedUp
let bob: SignedUp

beforeEach(async () => {
  mailServer = await openMailServer()
  product = await openTestApp({ clock }, { SMTP_URL: mailServer.url })
  ann = await signUp(product.app, { email: 'ann.unique@people.example' })
  bob = await signUp(product.app, { email: 'bob.unique@people.example' })
})

afterEach(async () => {
  await product.close()
  await mailServer.close()
})

/** A user's search with two saved results and a third post that was deleted later. */
async function addSearch(person: SignedUp, keyword: string, createdAt: Date): Promise<void> {
  const { db } = product.database
  const rows = await db.execute<{ id: string }>(sql`select id from archive_posts order by id`)
  const [search] = await db
    .insert(searchSessions)
    .values({
      userId: person.user.id,
      sessionToken: `${person.user.id} ${keyword}`,
      keyword,
      resultsCount: 3,
      ipAddress: '198.51.100.7',
      createdAt,
    })
    .returning({ id: searchSessions.id })
  await db.insert(searchResults).values({
    searchSessionId: search?.id ?? '',
    postIds: [...rows.rows.map(({ id }) => Number(id)), 999_999],
    matches: [...rows.rows.map(() => 'title'), 'post'],
    coverage: [],
    expiresAt: new Date('2099-01-01'),
  })
}

async function fillAccounts(): Promise<void> {
  await product.storePosts([
    makePost({ source: 'forum', sourceId: 'a', title: 'First title', url: 'https://forum.example/a' }),
    makePost({ source: 'forum', sourceId: 'b', title: 'Second title', url: 'https://forum.example/b' }),
  ])
  for (const person of [ann, bob]) {
    await addSearch(person, `older of ${person.email}`, new Date('2026-01-01T00:00:00Z'))
    await addSearch(person, `newer of ${person.email}`, new Date('2026-02-01T00:00:00Z'))
    await product.database.db.insert(accountIdentities).values({
      issuer: 'https://idp.example',
      subject: `subject of ${person.email}`,
      userId: person.user.id,
      email: person.email,
    })
    await post(product.app, '/api/forgot-password', { email: person.email })
    await mailServer.nextMailTo(person.email)
    await mailServer.nextMailTo(person.email)
  }
}

const exportOf = (cookie: string) => product.app.inject({ url: '/api/account/export', headers: { cookie } })
const remove = (person: SignedUp, password = person.password) =>
  post(product.app, '/api/account/delete', { password }, person)

describe('the file of all data', () => {
  test('holds the profile, sessions, sign-ins, links, attempts and searches of the person alone', async () => {
    await fillAccounts()
    const reply = await exportOf(ann.cookie)
    expect(reply.statusCode).toBe(200)
    expect(reply.headers['content-disposition']).toBe('attachment; filename="unmet-account.json"')
    expect(reply.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(reply.headers['cache-control']).toBe('no-store')
    const data = reply.json()
    expect(data.profile).toMatchObject({ id: ann.user.id, email: ann.email, hasPassword: true })
    expect(data.sessions).toMatchObject([{ signedInAt: expect.stringMatching(/^\d{4}-.*Z$/u) }])
    expect(data.otherSignIns).toMatchObject([{ subject: `subject of ${ann.email}` }])
    expect(data.passwordResets).toMatchObject([{ email: ann.email, used: 0 }])
    expect(data.addressConfirmations).toMatchObject([{ email: ann.email, used: 0 }])
    expect(data.attempts.map(({ endpoint }: { endpoint: string }) => endpoint)).toContain('forgot-password')
    expect(data.searches).toMatchObject([
      { keyword: `newer of ${ann.email}`, createdAt: '2026-02-01T00:00:00.000Z', resultsCount: 3 },
      { keyword: `older of ${ann.email}` },
    ])
    expect(data.searches[0].results).toEqual([
      { source: 'forum', sourceId: 'a', title: 'First title', url: 'https://forum.example/a' },
      { source: 'forum', sourceId: 'b', title: 'Second title', url: 'https://forum.example/b' },
    ])
    expect(reply.body).not.toContain('bob.unique')
  })

  test('holds no hash, no id of a session and no token (ASVS 11.5.1)', async () => {
    await fillAccounts()
    const { body } = await exportOf(ann.cookie)
    const { rows } = await product.database.db.execute<{ secret: string }>(sql`
      select password as secret from users union select sid from sessions
      union select token from password_reset_tokens union select token from email_verification_tokens`)
    expect(rows.length).toBeGreaterThan(6)
    expect(rows.filter(({ secret }) => body.includes(secret))).toEqual([])
    expect(body).not.toContain('$argon2')
  })

  test('is whole for more searches than are read at one time', async () => {
    const values = Array.from({ length: 130 }, (_, number) => ({
      userId: ann.user.id,
      sessionToken: `many ${number}`,
      keyword: `"quoted" \\ keyword ${number}`,
      createdAt: new Date(Date.UTC(2026, 0, 1, 0, number)),
    }))
    await product.database.db.insert(searchSessions).values(values)
    const { searches } = (await exportOf(ann.cookie)).json()
    expect(searches.map(({ keyword }: { keyword: string }) => keyword)).toEqual(
      values.map(({ keyword }) => keyword).reverse(),
    )
  })

  test('is refused to a visitor', async () => {
    expect((await product.app.inject({ url: '/api/account/export' })).statusCode).toBe(401)
  })
})

describe('deleting the account', () => {
  /** Tables with a row that contains one of the words. */
  async function tablesNaming(words: string[]): Promise<string[]> {
    const { db } = product.database
    const { rows } = await db.execute<{ name: string }>(sql`
      select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' order by table_name`)
    const naming = []
    for (const { name } of rows) {
      const any = sql.join(
        words.map((word) => sql`strpos(lower(t::text), lower(${word})) > 0`),
        sql` or `,
      )
      const found = await db.execute(sql`select 1 from ${sql.identifier(name)} t where ${any} limit 1`)
      if (found.rows.length > 0) naming.push(name)
    }
    return naming
  }

  test('leaves no row that names the person in any table, and all of everybody else (ASVS 7.4.2)', async () => {
    await fillAccounts()
    await signIn(product.app, ann)
    const { db } = product.database
    const named = [ann.user.id, ann.email]
    expect(await tablesNaming(named)).toEqual(
      expect.arrayContaining([
        'account_identities',
        'email_verification_tokens',
        'password_reset_tokens',
        'search_sessions',
        'sessions',
        'users',
      ]),
    )
    const ofBob = await tablesNaming([bob.user.id])
    const attemptsBefore = await db.$count(rateLimits)
    const reply = await remove(ann)
    expect([reply.statusCode, reply.json().message]).toEqual([
      200,
      'Your account and everything kept with it were deleted.',
    ])
    expect(await tablesNaming(named)).toEqual([])
    expect(await tablesNaming([bob.user.id])).toEqual(ofBob)
    expect(await db.$count(searchResults)).toBe(2)
    expect(await db.$count(rateLimits)).toBeLessThan(attemptsBefore)
    expect(await whoIs(product.app, ann.cookie)).toBeNull()
    expect(await whoIs(product.app, bob.cookie)).not.toBeNull()
    expect((await mailServer.nextMailTo(ann.email)).mail.subject).toBe('Your Unmet account was deleted')
  })

  test('asks for the right password and keeps everything without it (ASVS 7.5.1)', async () => {
    const reply = await remove(ann, 'not my password')
    expect([reply.statusCode, reply.json().code]).toEqual([403, 'wrong_password'])
    expect(await whoIs(product.app, ann.cookie)).not.toBeNull()
  })

  test('allows five tries in a quarter of an hour', async () => {
    const statuses = []
    for (let number = 0; number < 6; number += 1) statuses.push((await remove(ann, 'wrong')).statusCode)
    expect(statuses).toEqual([403, 403, 403, 403, 403, 429])
  })

  test('asks a person without a password for their address', async () => {
    await product.database.db.update(users).set({ password: null }).where(sql`id = ${ann.user.id}`)
    expect((await remove(ann, bob.email)).statusCode).toBe(403)
    expect((await remove(ann, ann.email.toUpperCase())).statusCode).toBe(200)
    expect(await whoIs(product.app, ann.cookie)).toBeNull()
  })

  test('frees the address for a new account', async () => {
    await remove(ann)
    const again = await signUp(product.app, { email: ann.email })
    expect(again.user.id).not.toBe(ann.user.id)
  })

  test('keeps the account when what has to end before cannot end', async () => {
    const { db } = product.database
    const hasher = makePasswordHasher(cheapHash)
    const done: string[] = []
    const deps = {
      users: makeUserStore(db),
      accountData: makeAccountDataStore(db),
      attempts: makeAttemptLimiter({ store: makeAttemptStore(db), clock }),
      hasher,
      beforeDeletion: [
        async (userId: string) => void done.push(`first ${userId}`),
        async () => {
          throw new Error('The payment provider is away')
        },
        async () => void done.push('last'),
      ],
      accountMails: makeAccountMails('https://unmet.example'),
      delivery: { sendLater: (what: string) => void done.push(what) },
      recordEvent: ({ event }: SecurityEvent) => void done.push(event),
    }
    const session = {
      publicId: '',
      signIn: async () => ({ publicId: '' }),
      signOut: async () => void done.push('signed out'),
      takePendingSignIn: async () => null,
    }
    const visit = { address: '127.0.0.1', session, userId: ann.user.id }
    await expect(deleteAccount(deps, visit, ann.password)).rejects.toThrow('The payment provider is away')
    expect(done).toEqual([`first ${ann.user.id}`])
    expect(await whoIs(product.app, ann.cookie)).not.toBeNull()
  })
})
