import { rm } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { signUpPerson } from '#tests/harness/browser-accounts.ts'
import { checkLooks } from '#tests/harness/browser-looks.ts'
import { makeDataDir, startProductOn } from '#tests/harness/browser-product.ts'
import { test } from '#tests/harness/browser-test.ts'
import { clockAhead } from '#tests/harness/clock-ahead.ts'
import { importMadePosts } from '#tests/harness/import-made-posts.ts'
import { type MailServer, openMailServer, type ReceivedMail } from '#tests/harness/mail-server.ts'

const timeZone = 'Pacific/Auckland'

const digest = (page: Page) => page.getByRole('region', { name: 'Digest by mail' })

async function confirm(page: Page, mails: MailServer, address: string): Promise<void> {
  const { mail } = await mails.nextMailTo(address)
  const token = /token=([\w-]+)/u.exec(mail.text ?? '')?.[1]
  expect((await page.request.post('/api/verify-email', { data: { token } })).status()).toBe(200)
}

/** Opens a mail as a mail program does, without the product. */
async function openMail(page: Page, { mail }: ReceivedMail): Promise<void> {
  await page.goto('about:blank')
  await page.setContent(mail.html ?? '')
}

test('a digest mails new posts at the chosen hour, and its link unsubscribes, which can be undone', async ({
  browser,
}) => {
  test.setTimeout(300_000)
  const mails = await openMailServer()
  const dataDir = await makeDataDir('digest')
  const environment = { SMTP_URL: mails.url }
  const first = await startProductOn(dataDir, environment)
  const context = await browser.newContext({
    baseURL: first.url,
    reducedMotion: 'reduce',
    timezoneId: timeZone,
  })
  const page = await context.newPage()
  const { email } = await signUpPerson(page)
  await page.goto('/watches')
  await expect(digest(page).getByText('Digests are only sent to confirmed addresses.')).toBeVisible()
  await confirm(page, mails, email)
  await page.goto('/watches?q=ledger')
  await page.getByLabel('Name').fill('Ledgers')
  await page.getByRole('button', { name: 'Save watch' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Ledgers' })).toBeVisible()
  await page.goto('/watches')
  await digest(page).getByLabel('How often').selectOption('Weekly')
  await expect(digest(page).getByLabel('Time zone')).toHaveValue(timeZone)
  await checkLooks(page, 'digest-setting')
  await digest(page).getByLabel('How often').selectOption('Daily')
  await digest(page).getByRole('button', { name: 'Save digest' }).click()
  await expect(digest(page).getByText(/^Next: .*7:00.AM$/u)).toBeVisible()

  await first.stop()
  const createdAt = new Date(Date.now() - 3_600_000)
  await importMadePosts(
    dataDir,
    Array.from({ length: 12 }, (_, at) => ({
      id: `made${at}`,
      title: `Which ledger, part ${at}?`,
      createdAt,
    })),
  )
  const second = await startProductOn(dataDir, environment)
  await expect(async () => {
    await page.goto(`${second.url}/watches`)
    await expect(page.getByText('12 new')).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 60_000 })
  const due = (await (await page.request.get(`${second.url}/api/digest`)).json()).nextDueAt
  expect(mails.received).toHaveLength(1)
  await second.stop()
  const third = await startProductOn(dataDir, { ...environment, ...clockAhead(Date.parse(due) - Date.now()) })
  const received = await mails.nextMailTo(email)
  expect(received.mail.subject).toBe('12 new posts in your watches')

  await openMail(page, received)
  await expect(page.getByRole('link', { name: /^Which ledger/u })).toHaveCount(10)
  await expect(page.getByText('And 2 more in your watches.')).toBeVisible()
  await checkLooks(page, 'digest-mail')
  await page.getByRole('link', { name: 'Unsubscribe' }).click()
  await expect(page.getByRole('heading', { name: 'Stop the digest?' })).toBeVisible()
  await checkLooks(page, 'unsubscribe')
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page.getByRole('heading', { name: 'You are unsubscribed' })).toBeVisible()
  await checkLooks(page, 'unsubscribed')
  await page.getByRole('link', { name: 'Open your watches' }).click()
  await expect(digest(page).getByText('You unsubscribed with the link in a mail.')).toBeVisible()
  await checkLooks(page, 'digest-ended')
  await digest(page).getByRole('button', { name: 'Undo' }).click()
  await expect(digest(page).getByText(/^Next: /u)).toBeVisible()
  await expect(page.getByText('12 new')).toBeVisible()
  await context.close()
  await third.stop()
  await mails.close()
  await rm(dataDir, { recursive: true, force: true })
})

test('without a mail server no digest is offered, and the page gives the reason', async ({ page }) => {
  await signUpPerson(page)
  await page.goto('/watches')
  await expect(digest(page).getByText(/has not set up a mail server/u)).toBeVisible()
  await expect(digest(page).getByRole('button')).toHaveCount(0)
})
