import { expect, type Locator, type Page } from '@playwright/test'
import { signUpPerson } from '#tests/harness/browser-accounts.ts'
import { buyPro } from '#tests/harness/browser-billing.ts'
import { openPage, resultList, searchAndRead } from '#tests/harness/browser-states.ts'
import { expectAccessible, test } from '#tests/harness/browser-test.ts'
import { serveManyResults } from '#tests/harness/made-results.ts'

/** More than a search gives; axe is slow on more. */
const madeResults = 150

const places = (page: Page) => resultList(page).getByRole('listitem').and(page.locator('[data-post]'))
/** Only a card that is drawn can be opened. */
const openButton = (place: Locator) => place.getByRole('button', { name: /^Open/u })
const topOf = (place: Locator) => place.evaluate((element) => element.getBoundingClientRect().top)

async function openLongList(page: Page): Promise<void> {
  await signUpPerson(page)
  await buyPro(page)
  await openPage(page)
  await searchAndRead(page, 'clients')
  await serveManyResults(page, madeResults)
  await page.reload()
  await expect(
    page.getByRole('heading', { name: new RegExp(`^${madeResults} posts for`, 'u') }),
  ).toBeVisible()
  await expect(places(page)).toHaveCount(madeResults)
  await expect(openButton(places(page).nth(3))).toBeAttached()
}

test('of a list longer than any search gives, what is near the window is drawn', async ({ page }) => {
  await openLongList(page)
  await expect(openButton(places(page).last())).toHaveCount(0)
  await expectAccessible(page)

  await places(page).last().scrollIntoViewIfNeeded()
  await expect(openButton(places(page).last())).toBeAttached()
  await expect(openButton(places(page).first())).toHaveCount(0)

  await places(page).nth(70).scrollIntoViewIfNeeded()
  await expect(openButton(places(page).nth(70))).toBeAttached()
})

test('a place keeps its height when its card goes, so that nothing moves', async ({ page }) => {
  await openLongList(page)
  const first = places(page).first()
  const drawnHeight = (await first.boundingBox())?.height
  await places(page).nth(90).scrollIntoViewIfNeeded()
  await expect(openButton(places(page).nth(90))).toBeAttached()
  await expect(openButton(first)).toHaveCount(0)
  expect((await first.boundingBox())?.height).toBe(drawnHeight)
})

test('the keys walk from block to block, and what they come to is drawn', async ({ page }) => {
  await openLongList(page)
  await places(page).nth(18).focus()
  for (const at of [19, 20, 21]) {
    await page.keyboard.press('j')
    await expect(places(page).nth(at)).toBeFocused()
    await expect(openButton(places(page).nth(at))).toBeAttached()
  }
  await page.keyboard.press('k')
  await expect(places(page).nth(20)).toBeFocused()
  expect(await topOf(places(page).nth(20))).toBeGreaterThanOrEqual(0)

  // What has the focus stays drawn, wherever the window is.
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await expect(openButton(places(page).last())).toBeAttached()
  await expect(openButton(places(page).nth(20))).toBeAttached()
  await expect(openButton(places(page).nth(40))).toHaveCount(0)
})

test('a need in the middle of the list leaves no place empty where somebody looks', async ({ page }) => {
  await openLongList(page)
  await places(page).nth(80).scrollIntoViewIfNeeded()
  await expect(openButton(places(page).nth(80))).toBeAttached()
  await page.getByRole('list', { name: 'Needs' }).getByRole('button').first().click()
  // The whole list says "of 150" too: until it is gone, its first place is about to be.
  await expect(places(page)).not.toHaveCount(madeResults)
  await expect(page.getByText(/^Showing \d+ of 150 posts$/u)).toBeVisible()
  const first = places(page).first()
  await first.scrollIntoViewIfNeeded()
  await expect(openButton(first)).toBeAttached()
})
