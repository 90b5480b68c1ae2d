import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Mail } from '#server/mail-ports.ts'
import { post, type SignedUp, signIn, signUp, whoIs } from '#tests/harness/account-calls.ts'
import { adminPost, makeProtectedAccount, readAuditLog } from '#tests/harness/admin-calls.ts'
import { openTestApp, type TestApp } from '#tests/harness/test-app.ts'

let product: TestApp
let cookie: string
let other: SignedUp
const mails: Mail[] = []

beforeAll(async () => {
  product = await openTestApp({ mailer: { send: async (mail) => void mails.push(mail) } })
  cookie = (await makeProtectedAccount(product)).cookie
  other = await signUp(product.app)
})
afterAll(() => product.close())

const call = (path: string, payload: object) => adminPost(product.app, path, payload, cookie)
const newestLine = async () => (await readAuditLog(product.app, cookie))[0]

test('the address of an account is what the operator sets, unconfirmed; both mailboxes are told and every session ends', async () => {
  const person = await signUp(product.app)
  const userId = person.user.id
  const confirm = 'update users set email_verified_at = now() where id = $1'
  await product.database.pool.query(confirm, [userId])
  const changed = await call('change-user-email', { userId, email: 'Moved@Example.test' })
  expect(changed.json().user).toMatchObject({ email: 'Moved@Example.test' })
  expect(await newestLine()).toMatchObject({
    action: 'user_email_changed',
    details: 'It was p***@example.test before.',
    target: { userId, email: 'Moved@Example.test' },
  })
  expect(await whoIs(product.app, person.cookie)).toBeNull()
  const { email: old, ...rest } = person
  expect((await post(product.app, '/api/login', { email: old, password: person.password })).statusCode).toBe(
    401,
  )
  const session = await signIn(product.app, { ...rest, email: 'moved@example.test' })
  expect(await whoIs(product.app, session)).toMatchObject({ id: userId, emailVerified: false })
  const mailTo = (address: string) => mails.filter(({ to }) => to === address).at(-1)
  await expect.poll(() => mailTo(old)?.subject).toContain('was changed')
  await expect.poll(() => mailTo('Moved@Example.test')?.text).toContain('/verify-email?token=')
})

const tokenIn = (mail: Mail | undefined) => /token=([^\s&]+)/u.exec(mail?.text ?? '')?.[1] ?? ''

test('whoever reads a mistyped mailbox gets no reset link and confirms nothing; the account’s own session does', async () => {
  const person = await signUp(product.app)
  await call('change-user-email', { userId: person.user.id, email: 'mistyped@example.test' })
  const mailTo = (words: string) =>
    mails.filter(({ to, subject }) => to === 'mistyped@example.test' && subject.includes(words)).at(-1)
  await expect.poll(() => mailTo('Confirm')).toBeDefined()
  const confirm = (cookie?: string) =>
    post(product.app, '/api/verify-email', { token: tokenIn(mailTo('Confirm')) }, cookie ? { cookie } : {})
  const asked = await post(product.app, '/api/forgot-password', { email: 'Mistyped@example.test' })
  expect(asked.statusCode).toBe(200)
  await expect.poll(() => mailTo('cannot be reset')).toBeDefined()
  expect(mails.filter(({ text }) => text.includes('/reset-password?token='))).toEqual([])
  for (const stranger of [undefined, other.cookie]) {
    const refused = await confirm(stranger)
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'sign_in_to_confirm'])
  }
  const session = await signIn(product.app, { ...person, email: 'mistyped@example.test' })
  expect((await confirm(session)).statusCode).toBe(200)
  expect(await whoIs(product.app, session)).toMatchObject({ emailVerified: true })
  await post(product.app, '/api/forgot-password', { email: 'mistyped@example.test' })
  await expect.poll(() => mailTo('Reset')?.text).toContain('/reset-password?token=')
})

test.each([
  ['another account’s, in any case', () => other.email.toUpperCase(), 'Another account has'],
  ['the account’s own', (person: SignedUp) => person.email, 'the address of the account already'],
  ['an operator’s user name', () => 'OPERATOR@example.test', 'belongs to an administrator'],
])('the address of an account does not become %s', async (_name, emailOf, words) => {
  const person = await signUp(product.app)
  const before = await newestLine()
  const reply = await call('change-user-email', { userId: person.user.id, email: emailOf(person) })
  expect([reply.statusCode, reply.json().code]).toEqual([409, 'address_taken'])
  expect(reply.json().userMessage).toContain(words)
  expect(await newestLine()).toEqual(before)
  expect((await whoIs(product.app, person.cookie))?.email).toBe(person.email)
})

test('it has to be an address, and an unknown account has none', async () => {
  const person = await signUp(product.app)
  const wrong = await call('change-user-email', { userId: person.user.id, email: 'nowhere' })
  expect(wrong.statusCode).toBe(400)
  const unknown = await call('change-user-email', { userId: 'nobody', email: 'new@example.test' })
  expect(unknown.statusCode).toBe(404)
})

test('an account elsewhere with the old address no longer signs in, nor one of another address after a reset by the operator', async () => {
  const person = await signUp(product.app)
  const userId = person.user.id
  const { pool } = product.database
  const add = (subject: string, email: string) =>
    pool.query("insert into account_identities (issuer, subject, user_id, email) values ('x', $1, $2, $3)", [
      subject,
      userId,
      email,
    ])
  const subjects = async () =>
    (await pool.query('select subject from account_identities where user_id = $1', [userId])).rows
  await add('old', person.email.toUpperCase())
  await add('other', 'elsewhere@example.test')
  await call('change-user-email', { userId, email: 'new-one@example.test' })
  expect(await subjects()).toEqual([{ subject: 'other' }])
  await call('reset-user-password', { userId, password: 'plum teapot orbit 44' })
  expect(await subjects()).toEqual([])
})
