import { expect, type Page } from '@playwright/test'
import { signUpPerson } from '#tests/harness/browser-accounts.ts'
import { becomePro } from '#tests/harness/browser-billing.ts'
import { openPage, places, reading, searchAndRead, searchFor } from '#tests/harness/browser-states.ts'
import { test } from '#tests/harness/browser-test.ts'

/** A keyword that occurs in many sample posts, so that filters can exclude some of them. */
const keyword = 'invoice'

const titles = (page: Page) => places(page).locator('h3')
const overallScores = async (page: Page) =>
  (await page.locator('[data-advanced-score]').allTextContents()).map(Number)

async function openProResults(page: Page): Promise<void> {
  await signUpPerson(page)
  await becomePro(page)
  await openPage(page)
  await searchAndRead(page, keyword)
  await expect(places(page).first()).toBeVisible()
}

const sortBox = (page: Page) => page.getByLabel('Sort by, high to low')
const opportunityScores = async (page: Page) =>
  (
    await places(page)
      .getByText(/^Opportunity score/u)
      .locator('..')
      .allInnerTexts()
  ).map((words) => Number(/\d+/u.exec(words)?.[0]))
const descending = (numbers: readonly number[]) => numbers.toSorted((a, b) => b - a)

test('sorting by advanced score shows the whole list, highest first; only "Best match" collapses posts', async ({
  page,
}) => {
  await openProResults(page)
  const found = Number(/^\d+/u.exec(await page.getByRole('heading', { level: 2 }).first().innerText())?.[0])
  const scores = await overallScores(page)
  expect(scores).toHaveLength(found)
  expect(scores).toEqual(descending(scores))
  const folds = page.getByRole('button', { name: /^show the posts below 40/u })
  await expect(folds).toHaveCount(0)

  const potentials = descending(await opportunityScores(page))
  await sortBox(page).selectOption({ label: 'SaaS potential' })
  await expect.poll(() => opportunityScores(page)).toEqual(potentials)

  await sortBox(page).selectOption({ label: 'Best match' })
  await expect(sortBox(page)).toHaveAccessibleDescription(/matches your keyword\. Posts below 40/u)
  await folds.click()
  await expect(places(page)).toHaveCount(found)
})

test('every signal in the results can be selected, the most common first and the others behind a button', async ({
  page,
}) => {
  await openProResults(page)
  const signals = page.getByRole('group', { name: 'Signals' })
  const more = signals.getByRole('button', { name: /^\d+ more signals$/u })
  const waiting = Number.parseInt(await more.innerText(), 10)
  const chips = signals.locator('button[aria-pressed]')
  const before = await chips.count()
  await more.click()
  await expect(chips).toHaveCount(before + waiting)
  const counts = (await chips.allInnerTexts()).map((words) => Number(/\d+$/u.exec(words)?.[0]))
  expect(counts).toEqual(descending(counts))
  await chips.last().click()
  await expect(places(page)).toHaveCount(counts.at(-1) ?? 0)
  await signals.getByRole('button', { name: 'Fewer signals' }).click()
  // The selection stays visible.
  await expect(chips).toHaveCount(before + 1)
  await expect(chips.last()).toHaveAttribute('aria-pressed', 'true')
})

test('filters narrow the results, a reload keeps them, and a reset restores everything', async ({ page }) => {
  await openProResults(page)
  const all = await titles(page).allTextContents()
  const scores = await overallScores(page)

  await page.getByLabel('Minimum advanced score').fill('50')
  const fit = scores.filter((score) => score >= 50).length
  expect(fit).toBeGreaterThan(0)
  expect(fit).toBeLessThan(all.length)
  await expect(page.getByText(`Showing ${fit} of ${all.length} posts`)).toBeVisible()
  await expect(titles(page)).toHaveCount(fit)
  await sortBox(page).selectOption({ label: 'Upvotes' })
  const signal = page.getByRole('group', { name: 'Signals' }).locator('button[aria-pressed]').last()
  await signal.click()
  await expect(signal).toHaveAttribute('aria-pressed', 'true')
  // The list is updated a moment after the button.
  await expect.poll(() => titles(page).count()).toBeLessThan(fit)
  const narrowed = await titles(page).allTextContents()
  expect(narrowed.length).toBeGreaterThan(0)

  await page.reload()
  await expect(titles(page)).toHaveText(narrowed)
  await expect(page.getByLabel('Minimum advanced score')).toHaveValue('50')
  await page.getByRole('button', { name: 'Reset' }).click()
  await expect(titles(page)).toHaveText(all)
  await expect(page.getByRole('heading', { name: 'Pro Search Controls' })).toBeFocused()
  expect(new URL(page.url()).searchParams.has('advanced')).toBe(false)
})

test('filters apply to the results of the next search too', async ({ page }) => {
  await openProResults(page)
  await page.getByLabel('Minimum advanced score').fill('50')
  await expect(titles(page)).not.toHaveCount(0)
  await searchAndRead(page, 'clients')
  await expect(page.getByLabel('Minimum advanced score')).toHaveValue('50')
  expect(Math.min(...(await overallScores(page)))).toBeGreaterThanOrEqual(50)
})

test('if no post matches the filters, the page says so and offers to reset them', async ({ page }) => {
  await openProResults(page)
  const all = await titles(page).count()
  await page.getByLabel('Minimum SaaS potential').fill('100')
  await page.getByLabel('Minimum advanced score').fill('100')
  await expect(page.getByText('No result fits these filters.')).toBeVisible()
  await page.getByRole('button', { name: 'Reset filters' }).click()
  await expect(titles(page)).toHaveCount(all)
  await expect(places(page).first()).toBeFocused()
})

test('the analysis of a post quotes the post for the market and the customer', async ({ page }) => {
  await openProResults(page)
  const analysis = reading(page)
  await expect(analysis.getByRole('heading', { name: 'Market analysis' })).toBeVisible()
  await expect(analysis.getByRole('heading', { name: 'Target customer analysis' })).toBeVisible()
  await expect(analysis.getByText(/^SaaS viability \d+:/u)).toBeVisible()
})

test('on a narrow screen the controls are closed at first', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openProResults(page)
  await expect(page.getByLabel('Minimum advanced score')).toBeHidden()
  await page.getByRole('button', { name: /^Filters/u }).click()
  await expect(page.getByLabel('Minimum advanced score')).toBeVisible()
})

test('a suggested keyword is searched for at once, and Back leads to the previous one', async ({ page }) => {
  await openProResults(page)
  await searchFor(page, 'onboardign')
  await page.getByRole('link', { name: 'onboarding', exact: true }).click()
  await expect(page.getByRole('heading', { name: /for “onboarding”/u })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Nothing found for “onboardign”' })).toBeVisible()
})

test('a search that finds nothing gives the reason once', async ({ page }) => {
  await openProResults(page)
  await searchFor(page, 'the')
  await expect(page.getByRole('heading', { name: 'Nothing found for “the”' })).toBeVisible()
  await expect(page.getByText('Nothing was searched')).toHaveCount(1)
  await expect(page.getByText(/^Searched 0 /u)).toBeVisible()
})
