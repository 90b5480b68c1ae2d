import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Mail, MailNotSent, MailRefused } from '#server/mail-ports.ts'
import { outboxMailer } from './outbox-mailer.ts'

const from = { name: 'Unmet', address: 'no-reply@localhost' }
const link = `http://127.0.0.1:3000/verify-email?token=${'k'.repeat(43)}`
const mail: Mail = {
  to: 'ann@people.example',
  subject: 'Grüße',
  text: `Open ${link}`,
  html: `<p>${link}</p>`,
}
const now = new Date('2026-03-04T05:06:07.089Z')

let dataDir: string

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'unmet-outbox-'))
})

afterEach(async () => {
  await rm(dataDir, { recursive: true, force: true })
})

const openOutbox = (mostMails?: number) => {
  const folder = join(dataDir, 'outbox')
  const lines: string[] = []
  const log = (line: string) => lines.push(line)
  const mailer = outboxMailer({
    folder,
    from,
    clock: () => now,
    log,
    ...(mostMails !== undefined && { mostMails }),
  })
  return { folder, lines, mailer }
}

test('a mail is a whole message in a file of its own, named by its time, and the log says where', async () => {
  const { folder, lines, mailer } = openOutbox()
  await mailer.send(mail)
  const [name = '', ...others] = await readdir(folder)
  expect(others).toEqual([])
  expect(name).toMatch(/^2026-03-04T05-06-07\.089Z-000001-[0-9a-f]{8}\.eml$/u)
  const raw = await readFile(join(folder, name), 'utf8')
  expect(raw.replaceAll('\r\n', '')).not.toContain('\n')
  const parsed = await PostalMime.parse(raw)
  expect(parsed).toMatchObject({ subject: 'Grüße', from, to: [{ address: mail.to }] })
  expect(parsed.date).toBe('2026-03-04T05:06:07.000Z')
  expect(parsed.text).toContain(link)
  expect(parsed.html).toContain(link)
  expect(lines).toEqual([`SMTP_URL is not set, so a mail was written to ${join(folder, name)}`])
})

test('only the owner can read the mails', async () => {
  const { folder, mailer } = openOutbox()
  await mailer.send(mail)
  const [name = ''] = await readdir(folder)
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600)
})

test('only the newest mails stay', async () => {
  const { folder, mailer } = openOutbox(3)
  for (const number of [1, 2, 3, 4, 5]) await mailer.send({ ...mail, subject: `Mail ${number}` })
  const names = (await readdir(folder)).sort()
  const mails = await Promise.all(
    names.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))),
  )
  expect(mails.map(({ subject }) => subject)).toEqual(['Mail 3', 'Mail 4', 'Mail 5'])
})

test('a folder that cannot be written to is reported without the recipient', async () => {
  const { folder, mailer } = openOutbox()
  await writeFile(folder, 'a file in its place')
  const failure = await mailer.send(mail).catch((error: Error) => error)
  expect(failure).toBeInstanceOf(MailNotSent)
  expect(failure?.message).toBe(`The mail could not be written to the folder ${folder}: EEXIST`)
})

test('a recipient with a line break is refused and leaves no file', async () => {
  const { folder, mailer } = openOutbox()
  await expect(mailer.send({ ...mail, to: 'a@b.example\r\nBcc: c@d.example' })).rejects.toThrow(MailRefused)
  expect(await readdir(folder).catch(() => [])).toEqual([])
})
