import { expect, type Page } from '@playwright/test'
import { test } from '#tests/harness/browser-live-test.ts'
import { searchFor, toasts } from '#tests/harness/browser-states.ts'

// One worker imports the made-up posts for all tests.
test.describe.configure({ mode: 'default' })

const wanted = {
  id: 1,
  title: 'I would pay for a tool that reconciles our ledger',
  text: 'I waste hours every week on our ledger in a spreadsheet. We tried three apps, all too expensive. I would pay $50 a month.',
}
const museum = {
  id: 3,
  title: 'Is there software to keep the catalogue of our museum?',
  text: 'I am looking for software that keeps our museum catalogue. I waste hours every week copying it into a spreadsheet by hand. I would pay $50 a month.',
}
const news = { id: 2, title: 'A ledger of the 14th century was found', text: 'The museum shows the ledger.' }

const list = (page: Page) => page.getByRole('list', { name: 'Results', exact: true })
const places = (page: Page) => list(page).locator('> li[data-post]')
const line = (page: Page) => page.getByRole('list', { name: 'Live sources' }).getByRole('listitem')

test('archive posts appear at once; live posts arrive without moving the posts being read', async ({
  page,
  live,
}) => {
  await page.goto('/')
  await searchFor(page, 'ledger')
  await expect(places(page)).toHaveCount(12)
  await expect(line(page)).toHaveText('Searching Hacker News …')
  await expect(toasts(page).getByText('Found 12 business opportunities for "ledger"')).toBeVisible()

  const read = places(page).nth(3)
  await read.scrollIntoViewIfNeeded()
  await read.focus()
  const key = await read.getAttribute('data-post')
  const before = await read.boundingBox()
  live.hackerNews.release([wanted, news])

  const show = page.getByRole('button', { name: '1 new post: show' })
  await expect(show).toBeVisible()
  await expect(line(page)).toContainText('Searched posts in Hacker News. It returned 2 posts')
  await expect(places(page)).toHaveCount(13)
  await expect(places(page).last()).toHaveAccessibleName(news.title)
  const after = await read.boundingBox()
  expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0)), 'pixels that the focused post moved').toBeLessThan(4)
  expect(await page.evaluate(() => document.activeElement?.getAttribute('data-post'))).toBe(key)

  await show.click()
  await expect(places(page)).toHaveCount(14)
  await expect(places(page).first()).toHaveAccessibleName(wanted.title)
  await expect(places(page).first()).toBeFocused()
  await expect(show).toBeHidden()

  // After a reload, the weak posts are collapsed behind a line with their number.
  await page.reload()
  await expect(places(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'show the posts below 40' }).click()
  await expect(places(page)).toHaveCount(14)
  await expect(line(page)).toContainText('Searched posts in Hacker News.')
})

test('a search with matches only in a live source waits for it, and says so', async ({ page, live }) => {
  await page.goto('/')
  await searchFor(page, 'museum')
  await expect(page.getByRole('heading', { name: 'Nothing yet for “museum”' })).toBeFocused()
  await expect(line(page)).toHaveText('Searching Hacker News …')
  live.hackerNews.release([museum])
  await expect(page.getByRole('heading', { name: '1 post for “museum”' })).toBeFocused()
  await expect(places(page)).toHaveCount(1)
  await expect(toasts(page).getByText('Opportunities discovered')).toBeVisible()
})

test('after a lost connection, archive results stay and the page says which sources are missing', async ({
  page,
  live,
}) => {
  await page.goto('/')
  await searchFor(page, 'ledger')
  await expect(places(page)).toHaveCount(12)
  await expect.poll(() => live.hackerNews.asked()).toBe(1)
  await live.stop()
  await expect(line(page)).toContainText('Could not search Hacker News: the connection ended')
  await expect(places(page)).toHaveCount(12)
})

test('an outage marks the first results as incomplete; the next results only mention it', async ({
  page,
  live,
}) => {
  await live.hackerNews.stop()
  await page.goto('/')
  await searchFor(page, 'ledger')
  await expect(line(page)).toContainText('These results are not complete.')
  await page.reload()
  await expect(line(page)).toContainText('These results are not complete.')
  await searchFor(page, 'club')
  await expect(page.getByRole('heading', { name: /club/u }).first()).toBeVisible()
  await expect(line(page)).toContainText('Hacker News')
  await expect(line(page)).not.toContainText('Asking')
  await expect(line(page)).not.toContainText('not complete')
})
