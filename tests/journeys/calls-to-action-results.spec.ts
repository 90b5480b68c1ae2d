import { readFile } from 'node:fs/promises'
import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test'
import { signUpPerson } from '#tests/harness/browser-accounts.ts'
import { becomePro } from '#tests/harness/browser-billing.ts'
import { findNeeds, openFirstPost } from '#tests/harness/browser-result-states.ts'
import {
  keywords,
  openPage,
  places,
  reading,
  resultList,
  searchAndRead,
} from '#tests/harness/browser-states.ts'
import { test } from '#tests/harness/browser-test.ts'

const press = (area: Page | Locator, name: string | RegExp) => area.getByRole('button', { name }).click()
// By selector instead of role, because toasts are dialogs too.
const drawer = (page: Page) => page.locator('[role="dialog"]:has([data-drawer-title])')

test('the drawer steps to the next posts and saves a post; saved posts are exported as JSON and removed', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openPage(page)
  await searchAndRead(page, keywords.found)
  const titles = await places(page).evaluateAll((all) =>
    all.map((one) => one.getAttribute('aria-label') ?? ''),
  )
  await openFirstPost(page)
  await expect(drawer(page).getByRole('button', { name: 'Previous post' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await press(drawer(page), 'Next post')
  await expect(drawer(page)).toHaveAccessibleName(titles[1] ?? '')
  await press(drawer(page), 'Save on this device')
  await press(drawer(page), 'Previous post')
  await expect(drawer(page)).toHaveAccessibleName(titles[0] ?? '')
  await press(drawer(page), 'Close')
  await press(page, 'Saved posts (1)')
  const list = page.getByRole('dialog', { name: 'Saved posts (1)' })
  const downloading = page.waitForEvent('download')
  await press(list, 'JSON')
  const downloaded = JSON.parse(await readFile(await (await downloading).path(), 'utf8'))
  expect(downloaded).toMatchObject([{ title: titles[1] }])
  await press(list, 'Remove all')
  await expect(page.getByRole('dialog', { name: 'No saved posts' })).toBeVisible()
})

test('on a narrow screen scores open and close, and a need opens its posts', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openPage(page)
  await searchAndRead(page, keywords.repeated)
  const scores = page.getByRole('img', { name: /^Opportunity scores/u })
  await press(page, 'Scores')
  await expect(scores).toBeVisible()
  await press(page, 'Scores')
  await expect(scores).toBeHidden()
  const needs = await findNeeds(page)
  await needs
    .getByRole('button', { name: /^More about/u })
    .first()
    .click()
  const post = needs.getByRole('list', { name: 'Posts with this need' }).getByRole('link').first()
  const title = (await post.locator('bdi').textContent()) ?? 'no title'
  await post.click()
  await expect(drawer(page).locator('[data-field]').filter({ hasText: title }).first()).toBeVisible()
})

test('a need that is not among the first keeps its row and the focus when it is deselected', async ({
  page,
}) => {
  await page.route('**/brief', async (route) => {
    const reply = await route.fetch()
    const body = await reply.json()
    const [need] = body.needs
    const needs = Array.from({ length: 5 }, (_, at) => ({
      ...need,
      name: { ...need.name, id: `n${at}`, words: `I need to do task ${at}` },
    }))
    await route.fulfill({ response: reply, json: { ...body, needs } })
  })
  await openPage(page)
  await searchAndRead(page, keywords.repeated)
  const rows = (await findNeeds(page)).getByRole('button', { name: /^“I need to do task/u })
  await press(page, 'All 5 needs')
  const last = rows.nth(4)
  await last.click()
  await press(page, 'Fewer needs')
  await expect(rows).toHaveCount(4)
  const chosen = rows.nth(3)
  await expect(chosen).toHaveAttribute('aria-pressed', 'true')
  await chosen.press('Enter')
  await expect(chosen).toHaveAttribute('aria-pressed', 'false')
  await expect(chosen).toBeFocused()
})

test('on a narrow screen the Pro controls can be closed', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signUpPerson(page)
  await becomePro(page)
  await openPage(page)
  await searchAndRead(page, keywords.few)
  await press(page, /^Filters/u)
  await expect(page.getByLabel('Minimum advanced score')).toBeVisible()
  await press(page, /^Filters/u)
  await expect(page.getByLabel('Minimum advanced score')).toBeHidden()
})

test('results and needs that failed to load are loaded with "Try again"', async ({ page }) => {
  await signUpPerson(page)
  await openPage(page)
  await page.route('**/brief', (route) => route.fulfill({ status: 500, body: '' }))
  await searchAndRead(page, keywords.repeated)
  await expect(page.getByText('The needs could not be loaded.')).toBeVisible()
  await page.unroute('**/brief')
  await press(page, 'Try again')
  await findNeeds(page)

  const results = '**/api/search-results/**'
  await page.route(results, (route) => route.abort('connectionrefused'))
  await page.getByRole('link', { name: `“${keywords.repeated}”` }).click()
  await expect(page.getByRole('heading', { name: "Couldn't load original results" })).toBeVisible()
  await page.unroute(results)
  await press(page, 'Try again')
  await expect(resultList(page)).toBeVisible()
})

test('if no found post has potential, the needs section says so', async ({ page }) => {
  await page.route('**/brief', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), posts: 0, needs: [], toldOnce: [] } })
  })
  await openPage(page)
  await searchAndRead(page, keywords.few)
  await expect(page.getByText('No post in these results describes a need.')).toBeVisible()
})

const discussion = 'https://discussions.invalid/here'
const other = 'https://discussions.invalid/there'

/** Gives sample posts, which have no URLs, the URLs of real posts. */
async function giveAddresses(page: Page, context: BrowserContext): Promise<void> {
  const place = { source: 'reddit', id: 'there', subreddit: 'elsewhere', url: other }
  const given = `"url":${JSON.stringify(discussion)},"alsoPostedIn":${JSON.stringify([place])}`
  await page.route(/\/api\/search-(stream|results)/u, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replaceAll('"url":null', given) })
  })
  await context.route('https://discussions.invalid/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>A discussion</title>' }),
  )
}

test('every link to a discussion opens it in a new tab', async ({ page, context }) => {
  await giveAddresses(page, context)
  const leadsTo = async (link: Locator, address: string) => {
    const opening = context.waitForEvent('page')
    await link.click()
    const tab = await opening
    await expect(tab).toHaveURL(address)
    expect(await tab.evaluate(() => window.opener)).toBeNull()
    await tab.close()
  }
  await openPage(page)
  await searchAndRead(page, keywords.few)
  const first = places(page).first()
  await leadsTo(first.getByRole('link', { name: /^Discussion/u }), discussion)
  await leadsTo(first.getByRole('link', { name: /^r\/elsewhere/u }), other)
  await press(first, /^Save/u)
  await openFirstPost(page)
  await leadsTo(reading(page).getByRole('link', { name: /^Discussion/u }), discussion)
  await press(page, 'Saved posts (1)')
  await leadsTo(page.getByRole('dialog').getByRole('link', { name: /^Discussion/u }), discussion)
})

test('visitors and free accounts see an offer of Pro in place of its analysis, people with Pro do not', async ({
  page,
}) => {
  test.slow()
  const offers = (area: Page | Locator) => area.getByRole('complementary', { name: 'Pro analysis' })
  const expectOffer = async (words: string, name: string) => {
    await openPage(page)
    await searchAndRead(page, keywords.found)
    // The offer is shown after the third row and in the open post.
    for (const area of [resultList(page), reading(page)]) {
      await expect(offers(area).getByText(words)).toBeVisible()
      await expect(offers(area).getByRole('link', { name })).toHaveAttribute('href', '/subscribe')
    }
    await expect(offers(page)).toHaveCount(2)
  }
  // Signing up alone does not unlock the analysis.
  await expectOffer('Advanced analysis is part of Pro.', 'What Pro includes')
  await expect(page.getByText('Unlock Advanced Analysis')).toHaveCount(0)
  await signUpPerson(page)
  await expectOffer('Unlock Advanced Analysis', 'Upgrade to Pro')
  await becomePro(page)
  await openPage(page)
  await searchAndRead(page, keywords.found)
  await expect(page.getByText('Pro Analysis').first()).toBeVisible()
  await expect(offers(page)).toHaveCount(0)
})
