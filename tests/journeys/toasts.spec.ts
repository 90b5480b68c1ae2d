import { expect, type Locator, type Page } from '@playwright/test'
import { openFirstPost } from '#tests/harness/browser-result-states.ts'
import {
  keywords,
  openPage,
  places,
  searchAndRead,
  searchFor,
  toasts,
} from '#tests/harness/browser-states.ts'
import { test } from '#tests/harness/browser-test.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

/** The names of page elements that a toast covers. */
async function findCovered(toast: Locator, parts: Locator): Promise<string[]> {
  const over = await toast.boundingBox()
  if (over === null) throw new Error('The toast is not on the page')
  return parts.evaluateAll(
    (elements, { x, y, width, height }) =>
      elements
        .filter((element) => {
          const { left, right, top, bottom } = element.getBoundingClientRect()
          return left < x + width && x < right && top < y + height && y < bottom
        })
        .map((element) => element.getAttribute('aria-label') ?? element.textContent),
    over,
  )
}

/** Stops the page's clock, so that a toast does not disappear before the check on a slow machine. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000))
}

/** Advances the stopped clock until this element is visible. */
async function moveOnUntilVisible(page: Page, shown: Locator): Promise<void> {
  const passAndLook = async () => {
    await page.clock.runFor(100)
    return shown.isVisible()
  }
  await expect.poll(passAndLook).toBe(true)
}

for (const width of [1440, 390]) {
  test(`a toast covers neither the first result nor a button, stays under the pointer, and then disappears: ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.clock.install()
    await openPage(page)
    await stopClock(page)
    await searchFor(page, keywords.found)
    const toast = toasts(page).getByText('Opportunities discovered')
    await moveOnUntilVisible(page, toast)
    const buttons = page.locator('#root').getByRole('button')
    const kept = places(page)
      .first()
      .or(buttons)
      .or(page.getByRole('link', { name: 'Sign In' }))
    expect(await findCovered(toasts(page).getByRole('dialog'), kept)).toEqual([])
    await toast.hover()
    await page.clock.fastForward(60_000)
    await expect(toast).toBeVisible()
    await page.mouse.move(5, 700)
    await page.clock.resume()
    await page.clock.fastForward(4_000)
    await expect(toast).toBeHidden()
  })
}

test("a toast over a drawer does not cover the drawer's buttons", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.clock.install()
  await openPage(page)
  await searchAndRead(page, keywords.found)
  await openFirstPost(page)
  await stopClock(page)
  const drawer = page.locator('[role="dialog"]:has([data-drawer-title])')
  await drawer.getByRole('button', { name: 'Save on this device' }).click()
  await moveOnUntilVisible(page, toasts(page).getByText('Saved on this device'))
  const toolbar = drawer.locator('button').filter({ visible: true })
  const toast = toasts(page).getByRole('dialog', { name: 'Saved on this device' })
  expect(await findCovered(toast, toolbar)).toEqual([])
})

test('a toast about a failure stays until it is closed', async ({ page, context }) => {
  await page.clock.install()
  await openPage(page)
  await context.setOffline(true)
  await searchFor(page, keywords.found)
  const toast = toasts(page).getByText('Search failed')
  await expect(toast).toBeVisible()
  await page.clock.fastForward(600_000)
  await expect(toast).toBeVisible()
  await toasts(page).getByRole('button', { name: 'Close' }).click()
  await expect(toast).toBeHidden()
})

test('a toast that was replaced never appears again', async ({ page, context }) => {
  await page.clock.install()
  await openPage(page)
  await searchAndRead(page, keywords.few)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Download CSV' }).click()
  await expect(toasts(page).getByText('Download failed')).toBeVisible()
  await page.getByRole('button', { name: 'Copy link' }).click()
  const newer = toasts(page).getByText(/^(Link copied|Copy this link)$/u)
  await expect(newer).toBeVisible()
  await expect(toasts(page).getByText('Download failed')).toBeHidden()
  await page.mouse.move(5, 700)
  for (let second = 0; second < 6; second += 1) await page.clock.runFor(1_000)
  await expect(newer).toBeHidden()
  await expect(toasts(page).getByText('Download failed')).toHaveCount(0)
})
