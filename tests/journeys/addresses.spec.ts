import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { expect } from '@playwright/test'
import { wakePage } from '#tests/harness/browser-built-page.ts'
import {
  keywords,
  openPage,
  places,
  searchAndRead,
  searchFor,
  toasts,
} from '#tests/harness/browser-states.ts'
import { test } from '#tests/harness/browser-test.ts'

test('a keyword in the URL fills the box and does not count as a search', async ({ page }) => {
  const searches: string[] = []
  page.on('request', (request) => searches.push(...(request.url().includes('/api/') ? [request.url()] : [])))
  await page.goto('/?q=client%20reminders')
  await expect(page.getByRole('searchbox', { name: 'Keyword' })).toHaveValue('client reminders')
  await expect(page.getByText('2 free searches available today')).toBeVisible()
  // Loading the counts of the start page does not count as a search.
  expect(searches.filter((url) => !/\/api\/(examples|instance-counts)$/u.test(url))).toEqual([])
})

test('an example opens results from this archive and does not count as a search', async ({ page }) => {
  await openPage(page)
  await page.getByText('Open a free example').getByRole('link').first().click()
  await expect(toasts(page).getByText('Example opened')).toBeVisible()
  await expect(places(page).first()).toBeVisible()
  await page.getByRole('link', { name: 'Unmet' }).click()
  await expect(page.getByText('2 free searches available today')).toBeVisible()
})

test('the URL of results opens them again without counting, also for somebody else', async ({
  page,
  browser,
  baseURL,
}) => {
  await page.goto('/')
  await searchAndRead(page, keywords.found)
  const titles = await page.locator('li h3').allInnerTexts()

  const stranger = await browser.newContext({ baseURL: baseURL ?? '' })
  const other = await stranger.newPage()
  await other.goto(page.url())
  await wakePage(other)
  await expect(toasts(other).getByText('Original results loaded')).toBeVisible()
  await expect(toasts(other).getByText('Showing your original search - no credits used!')).toBeVisible()
  expect(await other.locator('li h3').allInnerTexts()).toEqual(titles)
  await expect(other.getByRole('searchbox', { name: 'Keyword' })).toHaveValue(keywords.found)
  await expect(other.getByText('2 free searches available today')).toBeVisible()
  await stranger.close()
})

test('Back leads to the previous results, without a new search', async ({ page }) => {
  await page.goto('/')
  await searchAndRead(page, keywords.found)
  await searchFor(page, 'invoice')
  await expect(page.getByRole('button', { name: 'Download CSV' })).toBeVisible()
  await expect(page.getByRole('heading', { name: /for “invoice”/u })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: new RegExp(`for “${keywords.found}”`, 'u') })).toBeVisible()
  await expect(page.getByRole('searchbox', { name: 'Keyword' })).toHaveValue(keywords.found)
  await page.getByRole('link', { name: 'Unmet' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Find the problems people already talk about',
  )
})

test('expired results are reported', async ({ page }) => {
  await page.goto(`/?session=${'A'.repeat(43)}`)
  await expect(page.getByRole('heading', { name: "Couldn't load original results", level: 2 })).toBeVisible()
  const words = 'Original results may have expired. Please download CSV immediately after future searches.'
  await expect(page.getByText(words).first()).toBeVisible()
})

test('an unknown URL gives 404 with a page that links to the start page', async ({ page }) => {
  const response = await page.goto('/no/such/page')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
  await expect(page.getByText('Did you forget to add the page to the router?')).toBeVisible()
  await expect(page).toHaveTitle('404 Page Not Found · Unmet')
  await page.getByRole('link', { name: 'Go to the search' }).click()
  await expect(page.getByRole('searchbox', { name: 'Keyword' })).toBeVisible()
})

test('the page says if the server does not answer', async ({ page, product }) => {
  // A proxy in front of the product, so that the server disappears for this page only.
  const sockets: Socket[] = []
  let isAway = false
  const front = createServer((socket) => {
    if (isAway) return socket.destroy()
    const behind = connect(Number(new URL(product.url).port), '127.0.0.1')
    for (const one of [socket, behind]) sockets.push(one.on('error', () => {}))
    socket.pipe(behind).pipe(socket)
  })
  front.listen(0, '127.0.0.1')
  await once(front, 'listening')
  await page.goto(`http://127.0.0.1:${(front.address() as AddressInfo).port}/`)
  await wakePage(page)
  isAway = true
  for (const socket of sockets) socket.destroy()
  await searchFor(page, keywords.found)
  await expect(page.getByRole('heading', { name: 'The search failed' })).toBeFocused()
  await expect(page.getByText(/The server did not answer/u).first()).toBeVisible()
  await expect(page.getByText('2 free searches available today')).toBeVisible()
  front.close()
})
