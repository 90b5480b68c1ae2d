import { expect } from '@playwright/test'
import {
  keywords,
  openPage,
  places,
  searchAndRead,
  searchFor,
  toasts,
} from '#tests/harness/browser-states.ts'
import { test } from '#tests/harness/browser-test.ts'

for (const width of [1440, 390]) {
  test(`a toast leaves the first result free, waits under the pointer, and goes: ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.clock.install()
    await openPage(page)
    await searchAndRead(page, keywords.found)
    const toast = toasts(page).getByText('Opportunities discovered')
    await expect(toast).toBeVisible()
    const shown = await toasts(page).getByRole('dialog').boundingBox()
    const first = await places(page).first().boundingBox()
    expect((shown?.y ?? 0) + (shown?.height ?? 0)).toBeLessThan(first?.y ?? 0)
    await toast.hover()
    await page.clock.fastForward(60_000)
    await expect(toast).toBeVisible()
    await page.mouse.move(5, 700)
    await page.clock.fastForward(4_000)
    await expect(toast).toBeHidden()
  })
}

test('a toast that reports a failure stays until it is closed', async ({ page, context }) => {
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
