import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { smtpMailer } from '#server/adapters/mail/smtp-mailer.ts'
import { type SignedUp, signUp } from '#tests/harness/account-calls.ts'
import { digestDeps } from '#tests/harness/digest-deps.ts'
import { type MailServer, openMailServer, type ReceivedMail } from '#tests/harness/mail-server.ts'
import { makePost } from '#tests/harness/make-post.ts'
import { addNews, makeWatch } from '#tests/harness/make-watch.ts'
import { openTestApp, type TestApp } from '#tests/harness/test-app.ts'
import { digestDuty, sendDigests } from './send-digests.ts'

vi.setConfig({ testTimeout: 120_000 })

const hourMs = 3_600_000
const dayMs = 24 * hourMs
let product: TestApp
let mails: MailServer
let ann: SignedUp
let now = new Date()
const clock = () => now
/** The mail server's reply to a recipient; null accepts the mail. */
let refusal: number | null = null

beforeAll(async () => {
  mails = await openMailServer({
    onRcptTo: (_address, _session, callback) =>
      callback(refusal === null ? null : Object.assign(new Error('No'), { responseCode: refusal })),
  })
  product = await openTestApp({ clock }, { SMTP_URL: mails.url })
})
afterAll(async () => {
  await product.close()
  await mails.close()
})
beforeEach(async () => {
  refusal = null
  now = new Date('2026-05-04T12:00:00Z')
  await product.database.pool.query('truncate users, watches, digests, archive_posts cascade')
  ann = await signUp(product.app)
  await confirm(ann)
})

const confirm = (who: SignedUp) =>
  product.database.pool.query('update users set email_verified_at = now() where id = $1', [who.user.id])
const change = (body: object, who = ann) =>
  product.app.inject({ method: 'PATCH', url: '/api/digest', headers: { cookie: who.cookie }, payload: body })
const find = async (who = ann) =>
  (await product.app.inject({ url: '/api/digest', headers: { cookie: who.cookie } })).json()
const switchOn = async (own: object = {}, who = ann) => {
  const reply = await change({ isOn: true, at: '07:00', timeZone: 'Europe/Berlin', ...own }, who)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json()
}
const watch = (query: string, who = ann) => makeWatch(product.database.pool, who.user.id, { query })

async function arrive(titles: readonly string[], ...watchIds: string[]) {
  await product.storePosts(
    titles.map((title) => makePost({ title, selftext: 'It takes me hours every week.' })),
  )
  for (const id of watchIds) await addNews(product.database.pool, id)
}

const deps = () => {
  const server = { host: '127.0.0.1', port: mails.port, secure: false, login: null }
  return digestDeps(
    product.database.db,
    smtpMailer({ server, from: { name: 'Unmet', address: 'no-reply@unmet.test' } }),
    clock,
  )
}

const isDigest = ({ mail }: ReceivedMail) => mail.headers.some(({ key }) => key === 'list-id')

/** Sends the digests that are due after this time, and returns those of one person. */
async function mailsAfter(passedMs: number, who = ann) {
  now = new Date(now.getTime() + passedMs)
  const before = mails.received.length
  await sendDigests(deps(), new AbortController().signal)
  return mails.received.slice(before).filter((mail) => isDigest(mail) && mail.recipients.includes(who.email))
}

/** The text of a mail without the white space of its layout. */
const textOf = (mail: ReceivedMail | undefined) => mail?.mail.text ?? ''
const unsubscribeLink = (mail: ReceivedMail | undefined) =>
  /https:\/\/unmet\.test(\/unsubscribe\/\S+)/u.exec(textOf(mail))?.[1] ?? ''

test('a digest has the best ten posts with score, reason and link, says how many more, and comes at the hour of its reader', async () => {
  const id = await watch('invoices')
  expect(await switchOn()).toMatchObject({ isOn: true, nextDueAt: '2026-05-05T05:00:00.000Z' })
  await arrive(
    Array.from({ length: 14 }, (_, at) => `Invoices number ${at} are hard work`),
    id,
  )
  expect(await mailsAfter(16 * hourMs)).toEqual([])
  const [mail, ...others] = await mailsAfter(hourMs)
  expect(others).toEqual([])
  expect(mail?.mail.subject).toBe('14 new posts in your watches')
  expect(textOf(mail).match(/Score \d+ · smallbusiness · watch invoices/gu)).toHaveLength(10)
  expect(
    textOf(mail).match(/https:\/\/www\.reddit\.com\/r\/smallbusiness\/comments\/made\d+\//gu),
  ).toHaveLength(10)
  expect(textOf(mail)).toContain('> It takes me hours every week.')
  expect(textOf(mail)).toContain('And 4 more in your watches.')
  expect(textOf(mail)).toContain('daily at 07:00 (Europe/Berlin)')
  expect(mail?.mail.html).not.toMatch(/<img|src=/u)
  const header = (name: string) => mail?.mail.headers.find(({ key }) => key === name)?.value
  expect(header('list-id')).toBe('Unmet digest <digest.unmet.test>')
  expect(header('list-unsubscribe')).toBe(`<https://unmet.test${unsubscribeLink(mail)}>`)
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  expect(header('message-id')).toMatch(/^<digest-[0-9a-f]{24}@unmet\.test>$/u)
  expect(await find()).toMatchObject({ lastSentAt: now.toISOString(), nextDueAt: '2026-05-06T05:00:00.000Z' })
})

test('without news there is no mail; what was told or looked at is not told again, and stays new until it is looked at', async () => {
  const id = await watch('invoices')
  await switchOn()
  expect(await mailsAfter(dayMs)).toEqual([])
  await arrive(['Invoices once'], id)
  expect(await mailsAfter(dayMs)).toHaveLength(1)
  expect(await mailsAfter(dayMs)).toEqual([])
  const watches = () => product.app.inject({ url: '/api/watches', headers: { cookie: ann.cookie } })
  expect((await watches()).json().newPosts).toBe(1)
  await arrive(['Invoices twice'], id)
  await product.database.pool.query(
    'update watches set looked_number = (select max(number) from watch_posts)',
  )
  expect(await mailsAfter(dayMs)).toEqual([])
  await arrive(['Invoices thrice'], id)
  const [mail] = await mailsAfter(dayMs)
  expect(mail?.mail.subject).toBe('1 new post in invoices')
  expect(textOf(mail)).not.toMatch(/once|twice/u)
})

test('what arrived before it was switched on is not told', async () => {
  const id = await watch('invoices')
  await arrive(['Invoices before'], id)
  await switchOn()
  expect(await mailsAfter(dayMs)).toEqual([])
})

test('a post of two watches is told once, a deleted one never, and older ones are one line', async () => {
  const ids = [await watch('invoices'), await watch('paper')]
  await switchOn()
  await arrive(['Invoices on paper', 'Invoices that go'], ...ids)
  await product.database.pool.query(`delete from archive_posts where title = 'Invoices that go'`)
  await product.database.pool.query('update watches set older_posts = 700')
  const [mail] = await mailsAfter(dayMs)
  expect(mail?.mail.subject).toBe('1 new post in invoices')
  expect(textOf(mail).match(/Invoices on paper/gu)).toHaveLength(1)
  expect(textOf(mail)).toContain('1,400 posts written long ago arrived too.')
  await product.database.pool.query('update watches set older_posts = 701')
  await arrive(['Invoices later'], ids[0] ?? '')
  expect(textOf((await mailsAfter(dayMs))[0])).toContain('2 posts written long ago')
})

test('a title that is the reason is not quoted below itself', async () => {
  const id = await watch('invoices')
  await switchOn()
  await product.storePosts([makePost({ title: 'I would pay for a tool for invoices', selftext: '' })])
  await addNews(product.database.pool, id)
  const [mail] = await mailsAfter(dayMs)
  expect(textOf(mail)).toContain('I would pay for a tool for invoices\nScore ')
  expect(textOf(mail)).not.toContain('\n> ')
})

test('a weekly digest comes on its day', async () => {
  const id = await watch('invoices')
  await switchOn({ frequency: 'weekly', weekday: 'friday' })
  await arrive(['Invoices'], id)
  expect(await mailsAfter(3 * dayMs)).toEqual([])
  expect(textOf((await mailsAfter(dayMs))[0])).toContain('every Friday at 07:00')
})

test('days without the product give one digest, and a title with markup or line breaks stays text', async () => {
  const id = await watch('invoices')
  await switchOn()
  await arrive(['Invoices <b>&\r\nBcc: eve@example.test'], id)
  const [mail, ...others] = await mailsAfter(9 * dayMs)
  expect(others).toEqual([])
  expect(mail?.recipients).toEqual([ann.email])
  expect(mail?.mail.html).toContain('Invoices &lt;b&gt;&amp; Bcc: eve@example.test')
})

test('a link to unsubscribe only shows a page; a POST without cookie, from anywhere, ends the digests at once', async () => {
  const id = await watch('invoices')
  await switchOn()
  await arrive(['Invoices'], id)
  const [mail] = await mailsAfter(dayMs)
  const url = unsubscribeLink(mail)
  for (const method of ['GET', 'HEAD'] as const) {
    const page = await product.app.inject({ method, url })
    expect([page.statusCode, page.headers['x-robots-tag']]).toEqual([200, 'noindex'])
    expect((await find()).isOn).toBe(true)
  }
  await arrive(['Invoices again'], id)
  for (const [type, payload] of [
    ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
    ],
  ] as const) {
    const reply = await product.app.inject({
      method: 'POST',
      url,
      payload,
      headers: { 'content-type': type, origin: 'https://mail.example', 'sec-fetch-site': 'cross-site' },
    })
    expect([reply.statusCode, reply.body.includes('You are unsubscribed')]).toEqual([200, true])
    expect(await find()).toMatchObject({ isOn: false, endedBecause: 'unsubscribed', nextDueAt: null })
  }
  expect(await mailsAfter(dayMs)).toEqual([])
  // Digests that are switched on again continue where they stopped.
  expect(await switchOn()).toMatchObject({ endedBecause: null })
  expect(await mailsAfter(dayMs)).toHaveLength(1)
})

test('an unknown link to unsubscribe changes nothing', async () => {
  await switchOn()
  for (const method of ['GET', 'POST'] as const)
    for (const token of ['a'.repeat(43), 'x', '%00'])
      expect((await product.app.inject({ method, url: `/unsubscribe/${token}` })).statusCode).toBe(404)
  expect((await find()).isOn).toBe(true)
  const large = { method: 'POST' as const, url: `/unsubscribe/${'a'.repeat(43)}`, payload: 'x'.repeat(5_000) }
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  expect((await product.app.inject({ ...large, headers })).statusCode).toBe(413)
})

test('an address that is refused three times in a row gets no more digests, which the account says', async () => {
  const id = await watch('invoices')
  const bob = await signUp(product.app)
  await confirm(bob)
  await switchOn()
  refusal = 550
  for (const title of ['one', 'two', 'three']) {
    expect((await find()).isOn).toBe(true)
    await arrive([`Invoices ${title}`], id)
    expect(await mailsAfter(dayMs)).toEqual([])
  }
  expect(await find()).toMatchObject({ isOn: false, endedBecause: 'bounced' })
  refusal = null
  await switchOn()
  const [mail] = await mailsAfter(dayMs)
  expect(mail?.mail.subject).toBe('3 new posts in invoices')
})

test('a bounce that is followed by a mail that arrives is forgotten', async () => {
  const id = await watch('invoices')
  await switchOn()
  for (const code of [550, 550, null, 550, 550, null]) {
    refusal = code
    await arrive([`Invoices ${Math.random()}`], id)
    expect(await mailsAfter(dayMs)).toHaveLength(code === null ? 1 : 0)
  }
  expect((await find()).isOn).toBe(true)
})

test('a mail that the server defers is tried again after minutes, with the same Message-ID, and is told once', async () => {
  const id = await watch('invoices')
  await switchOn()
  await arrive(['Invoices'], id)
  refusal = 451
  expect(await mailsAfter(dayMs)).toEqual([])
  refusal = null
  expect(await mailsAfter(4 * 60_000)).toEqual([])
  expect(await mailsAfter(60_000)).toHaveLength(1)
  expect(await mailsAfter(hourMs)).toEqual([])
})

test('a digest that could not be sent until the next one is due is part of that one', async () => {
  const id = await watch('invoices')
  await switchOn()
  refusal = 451
  for (const title of ['one', 'two', 'three']) {
    await arrive([`Invoices ${title}`], id)
    await mailsAfter(dayMs)
  }
  refusal = null
  const [mail, ...others] = await mailsAfter(hourMs)
  expect(others).toEqual([])
  expect(mail?.mail.subject).toBe('3 new posts in invoices')
})

test('while the mail server is down, a run gives up after three mails and the others wait unharmed', async () => {
  const people = [ann]
  for (let more = 0; more < 5; more += 1) {
    const person = await signUp(product.app)
    await confirm(person)
    people.push(person)
  }
  const ids = await Promise.all(people.map((person) => watch('invoices', person)))
  for (const person of people) await switchOn({}, person)
  await arrive(['Invoices'], ...ids)
  now = new Date(now.getTime() + dayMs)
  const server = { host: '127.0.0.1', port: 1, secure: false, login: null }
  const down = smtpMailer({ server, from: { name: 'Unmet', address: 'no-reply@unmet.test' } })
  await sendDigests({ ...deps(), mailer: down }, new AbortController().signal)
  const { rows } = await product.database.pool.query('select sum(tries)::int as tries from digests')
  expect(rows[0].tries).toBeLessThanOrEqual(4)
  const before = mails.received.length
  await mailsAfter(hourMs)
  const reached = mails.received
    .slice(before)
    .filter(isDigest)
    .flatMap(({ recipients }) => recipients)
  expect(new Set(reached)).toEqual(new Set(people.map(({ email }) => email)))
  expect(reached).toHaveLength(people.length)
})

test('wrong settings are refused with what to do; what is not named stays', async () => {
  for (const [body, words] of [
    [{ at: '25:00' }, /07:30/u],
    [{ at: '7:00' }, /07:30/u],
    [{ frequency: 'hourly' }, /daily or weekly/u],
    [{ weekday: 'someday' }, /day of the week/u],
    [{ timeZone: 'Mars/Olympus' }, /Europe\/Berlin/u],
    [{ timeZone: '+02:00' }, /Europe\/Berlin/u],
  ] as const) {
    const reply = await change({ isOn: true, ...body })
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'invalid_input'])
    expect(reply.json().userMessage).toMatch(words)
  }
  await switchOn({ at: '02:30', frequency: 'weekly', weekday: 'sunday' })
  expect((await change({ at: '03:00' })).json()).toMatchObject({
    isOn: true,
    at: '03:00',
    frequency: 'weekly',
    weekday: 'sunday',
    timeZone: 'Europe/Berlin',
  })
})

test('it is not offered, and says why, without a confirmed address, without a mail server, and where it is off', async () => {
  await product.database.pool.query('update users set email_verified_at = null')
  expect(await find()).toMatchObject({ unavailableBecause: 'unconfirmed' })
  expect((await change({ isOn: true, timeZone: 'UTC' })).json()).toMatchObject({
    code: 'address_unconfirmed',
  })
  await confirm(ann)
  for (const [changed, because] of [
    [{ SMTP_URL: '' }, 'no_mail_server'],
    [{ DIGESTS: 'off' }, 'switched_off'],
  ] as const) {
    const app = await product.another(changed)
    const headers = { cookie: ann.cookie }
    expect((await app.inject({ url: '/api/digest', headers })).json()).toMatchObject({
      unavailableBecause: because,
    })
    const refused = await app.inject({
      method: 'PATCH',
      url: '/api/digest',
      headers,
      payload: { isOn: true },
    })
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'switched_off'])
    const off = await app.inject({ method: 'PATCH', url: '/api/digest', headers, payload: { isOn: false } })
    expect(off.statusCode).toBe(200)
  }
})

test('with the account everything about its digests is deleted', async () => {
  const id = await watch('invoices')
  await switchOn()
  await arrive(['Invoices'], id)
  const [mail] = await mailsAfter(dayMs)
  await product.database.pool.query('delete from users where id = $1', [ann.user.id])
  for (const table of ['digest_settings', 'digests', 'unsubscribe_tokens'])
    expect((await product.database.pool.query(`select from ${table}`)).rowCount).toBe(0)
  expect((await product.app.inject({ url: unsubscribeLink(mail) })).statusCode).toBe(404)
})

test('the job is there when a digest is due, and asks to be woken when it soon is', async () => {
  const woken: number[] = []
  const duty = digestDuty({ ...deps(), wakeAfter: (delayMs) => woken.push(delayMs) })
  const listDue = 'listDue' in duty ? duty.listDue : null
  expect(await listDue?.()).toEqual([])
  await switchOn()
  now = new Date('2026-05-05T04:50:00Z')
  expect([await listDue?.(), woken]).toEqual([[], []])
  now = new Date('2026-05-05T04:58:30Z')
  expect([await listDue?.(), woken]).toEqual([[], [90_000]])
  now = new Date('2026-05-05T05:00:00Z')
  expect(await listDue?.()).toEqual([{ key: 'digests', data: {} }])
})
