import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from '@playwright/test'
import { Webhook } from 'standardwebhooks'
import { signUpPerson } from '#tests/harness/browser-accounts.ts'
import { checkLooks } from '#tests/harness/browser-looks.ts'
import { makeDataDir, startProductOn } from '#tests/harness/browser-product.ts'
import { resultList, toasts } from '#tests/harness/browser-states.ts'
import { test } from '#tests/harness/browser-test.ts'

/** A receiver on loopback that responds with the status that the test last set. */
async function startReceiver() {
  const received: { headers: Record<string, string>; body: string }[] = []
  let status = 204
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    received.push({
      headers: request.headers as Record<string, string>,
      body: Buffer.concat(chunks).toString(),
    })
    response.writeHead(status).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    answerWith: (next: number) => {
      status = next
    },
    stop: () => server.close(),
  }
}

test('a watch has a feed, which is renewed and revoked, and a webhook, which is tested, changed, paused, deleted and restored', async ({
  browser,
}) => {
  test.setTimeout(240_000)
  const receiver = await startReceiver()
  const dataDir = await makeDataDir('delivery')
  const product = await startProductOn(dataDir, { PRIVATE_HOSTS: '127.0.0.1' })
  const context = await browser.newContext({
    baseURL: product.url,
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  const page = await context.newPage()
  await signUpPerson(page)
  await page.goto('/watches?q=ledger')
  await page.getByRole('button', { name: 'Save watch' }).click()
  await page.getByRole('button', { name: 'Feed and webhooks' }).click()

  const feed = page.getByRole('region', { name: 'Feed' })
  await feed.getByRole('button', { name: 'Make a feed' }).click()
  const first = await feed.getByLabel('RSS address', { exact: true }).inputValue()
  await feed.getByRole('button', { name: 'Copy RSS address' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(first)
  const read = (address: string) => page.request.get(new URL(address).pathname)
  expect((await read(first)).status()).toBe(200)
  await feed.getByRole('button', { name: 'New address' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'New address' }).click()
  await expect(feed.getByLabel('RSS address', { exact: true })).not.toHaveValue(first)
  expect((await read(first)).status()).toBe(404)
  const second = await feed.getByLabel('JSON Feed address', { exact: true }).inputValue()
  expect((await read(second)).status()).toBe(200)

  const hooks = page.getByRole('region', { name: 'Webhooks' })
  await hooks.getByRole('button', { name: 'Add a webhook' }).click()
  const address = hooks.getByLabel('Address')
  await address.fill('ledger.example')
  await hooks.getByRole('button', { name: 'Add webhook' }).click()
  await expect(address).toHaveAccessibleDescription(/starts with https/u)
  await address.fill('http://10.1.2.3/hook')
  await hooks.getByRole('button', { name: 'Add webhook' }).click()
  await expect(address).toHaveAccessibleDescription(/private network/u)
  await address.fill(receiver.url)
  await hooks.getByLabel('Format').selectOption('template')
  const template = hooks.getByLabel('Template', { exact: true })
  await template.fill('{\n  "text": "{{titel}}"\n}')
  await expect(template).toHaveAccessibleDescription(
    'In line 2, at character 12: {{titel}} is not known. There are {{title}}, {{url}}, {{score}}, {{community}}, {{source}}, {{reason}}, {{excerpt}}, {{watch}}, {{date}}.',
  )
  await checkLooks(page, 'new-webhook')
  await template.fill('{"text": "{{title}}", "points": "{{score}}"}')
  await expect(template).toHaveAccessibleDescription('')
  await hooks.getByRole('button', { name: 'Add webhook' }).click()
  const secret = await hooks.getByLabel('Secret', { exact: true }).inputValue()
  await checkLooks(page, 'secret')
  await hooks.getByRole('button', { name: 'I have it' }).click()
  await hooks.getByRole('button', { name: 'Send a test' }).click()
  await expect(hooks.getByText('The test was accepted: status 204.')).toBeVisible()
  const [sent] = receiver.received
  expect(JSON.parse(sent?.body ?? '')).toEqual({
    text: 'This is a test: is there a tool for invoices?',
    points: 72,
  })
  new Webhook(secret).verify(sent?.body ?? '', sent?.headers ?? {})

  receiver.answerWith(500)
  await hooks.getByRole('button', { name: 'Send a test' }).click()
  await expect(hooks.getByText('The test was not accepted. It answered with status 500.')).toBeVisible()
  await hooks.getByRole('button', { name: 'Log' }).click()
  const log = hooks.getByRole('list', { name: 'Last deliveries' })
  await expect(log.getByRole('listitem')).toHaveCount(2)
  await checkLooks(page, 'webhook')
  receiver.answerWith(200)
  await log
    .getByRole('listitem')
    .filter({ hasText: 'Not accepted' })
    .getByRole('button', { name: 'Send again' })
    .click()
  await expect(log.getByText('Not accepted')).toHaveCount(0)

  await hooks.getByRole('button', { name: 'New secret' }).click()
  await dialog.getByRole('button', { name: 'New secret' }).click()
  await expect(hooks.getByLabel('Secret', { exact: true })).not.toHaveValue(secret)
  await hooks.getByRole('button', { name: 'Send a test' }).click()
  await expect(hooks.getByText('The test was accepted: status 200.')).toBeVisible()
  const both = receiver.received.at(-1)
  new Webhook(secret).verify(both?.body ?? '', both?.headers ?? {})
  await hooks.getByRole('button', { name: 'New secret' }).click()
  const again = page.getByRole('dialog', { name: 'Make a new secret?' })
  await expect(again).toContainText('the one from before stops signing now')
  await again.getByRole('button', { name: 'Cancel' }).click()

  await hooks.getByRole('button', { name: 'Pause' }).click()
  await expect(hooks.getByText('Paused', { exact: true })).toBeVisible()
  await hooks.getByRole('button', { name: 'Delete' }).click()
  await expect(hooks.getByRole('button', { name: 'Add a webhook' })).toBeVisible()
  await toasts(page).getByRole('button', { name: 'Undo' }).click()
  await expect(hooks.getByText('Paused', { exact: true })).toBeVisible()
  await hooks.getByRole('button', { name: 'Resume' }).click()
  await expect(hooks.getByText('Working', { exact: true })).toBeVisible()

  await feed.getByRole('button', { name: 'Revoke' }).click()
  await dialog.getByRole('button', { name: 'Revoke it' }).click()
  await expect(feed.getByRole('button', { name: 'Make a feed' })).toBeVisible()
  expect((await read(second)).status()).toBe(404)
  await context.close()
  await product.stop()
  receiver.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const orders =
  'Subject,Body\nOrders of the harbour,"I waste hours every week copying orders into a spreadsheet. Is there a tool for that?"'

test('rows of own material are delivered only while their owner has turned that on', async ({ page }) => {
  await signUpPerson(page)
  await page.goto('/watches?q=orders')
  await page.getByLabel('Look in').selectOption('Your own material')
  await page.getByRole('button', { name: 'Save watch' }).click()
  await page.getByRole('button', { name: 'Feed and webhooks' }).click()
  await page.getByRole('button', { name: 'Make a feed' }).click()
  const address = await page.getByLabel('JSON Feed address', { exact: true }).inputValue()
  const watch = page.url()

  await page.goto('/own')
  await page
    .getByLabel('File')
    .setInputFiles({ name: 'Orders.csv', mimeType: 'text/csv', buffer: Buffer.from(orders) })
  await page.getByRole('button', { name: 'Next: choose the columns' }).click()
  await page.getByRole('button', { name: 'Score these rows' }).click()
  await expect(page.getByRole('list', { name: 'Your collections' }).getByText('1 row')).toBeVisible()
  await expect(async () => {
    await page.goto(watch)
    await expect(resultList(page).getByRole('listitem')).toHaveCount(1, { timeout: 2_000 })
  }).toPass({ timeout: 60_000 })

  const readTitles = async () => {
    const reply = await page.request.get(new URL(address).pathname)
    const { items } = (await reply.json()) as { items: { title: string }[] }
    return items.map(({ title }) => title)
  }
  expect(await readTitles()).toEqual([])
  await page.getByRole('button', { name: 'Feed and webhooks' }).click()
  const delivered = page.getByRole('checkbox', { name: 'Send rows of my own material too' })
  await expect(delivered).toHaveAccessibleDescription(/^Off: your rows are shown only on this page\./u)
  await delivered.check()
  await expect(delivered).toHaveAccessibleDescription(/^On: .* cannot be taken back\.$/u)
  await checkLooks(page, 'own-delivery')
  expect(await readTitles()).toEqual(['Orders of the harbour'])
  await delivered.uncheck()
  await expect(delivered).toHaveAccessibleDescription(/^Off:/u)
  expect(await readTitles()).toEqual([])
})
