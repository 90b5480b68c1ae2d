import { expect } from '@playwright/test'
import { allBrowserStates } from '#tests/harness/all-browser-states.ts'
import { wakePage } from '#tests/harness/browser-built-page.ts'
import { keywords, openPage, reading, resultList, tooltip } from '#tests/harness/browser-states.ts'
import { expectAccessible, test } from '#tests/harness/browser-test.ts'

/** All rules at each width; a second colour scheme can only break the rules about colours. */
const looks = [
  { width: 1440, height: 900, colorScheme: 'light', rules: 'all' },
  { width: 1440, height: 900, colorScheme: 'dark', rules: 'colours' },
  { width: 390, height: 844, colorScheme: 'dark', rules: 'all' },
  { width: 390, height: 844, colorScheme: 'light', rules: 'colours' },
] as const

test.use({ contextOptions: { reducedMotion: 'reduce' } })

for (const state of allBrowserStates) {
  test(`axe finds nothing in the state "${state.name}", wide and narrow, light and dark`, async ({
    page,
    product,
  }) => {
    test.slow()
    await state.reach(page, product)
    for (const { width, height, colorScheme, rules } of looks) {
      await page.setViewportSize({ width, height })
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await expectAccessible(page, rules)
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(overflow, `pixels wider than a window of ${width}`).toBeLessThanOrEqual(0)
    }
  })
}

test('the whole job is done with the keyboard alone', async ({ page }) => {
  await openPage(page)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('searchbox', { name: 'Keyword' })).toBeFocused()
  await page.keyboard.type(keywords.found)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: new RegExp(`for “${keywords.found}”`, 'u') })).toBeFocused()

  // Tabs past the suggestions.
  const copy = page.getByRole('button', { name: 'Copy link' })
  const isFocused = () => copy.evaluate((button) => button === document.activeElement)
  for (let tabs = 0; tabs < 8 && !(await isFocused()); tabs += 1) await page.keyboard.press('Tab')
  await expect(copy).toBeFocused()
  // Tabs past the elements beside the list, to the first post and into it.
  await page.keyboard.press('j')
  await expect(resultList(page).getByRole('listitem').first()).toBeFocused()
  await page.keyboard.press('o')
  await expect(page.locator('[data-pane-title]')).toBeFocused()
  await expect(reading(page).getByText('points add up')).toBeVisible()
  const mark = page.locator('p mark:focus')
  for (let tabs = 0; tabs < 5 && (await mark.count()) === 0; tabs += 1) await page.keyboard.press('Tab')
  await expect(mark).toHaveCount(1)
  const described = await mark.getAttribute('data-evidence')
  await expect(tooltip(page, described)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(tooltip(page, described)).toBeHidden()
})

test('the number of results is announced', async ({ page }) => {
  await page.goto('/')
  const status = page.getByRole('status').first()
  await expect(status).toHaveText('')
  await page.getByRole('searchbox', { name: 'Keyword' }).fill(keywords.found)
  await page.keyboard.press('Enter')
  await expect(status).toHaveText(/^Found \d+ business opportunities for "/u)
})

test('a chosen theme is saved and stands before the first paint', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: /^Switch/u }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.reload({ waitUntil: 'commit' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await wakePage(page)
  await expect(page.getByRole('button', { name: 'Switch to light theme' })).toBeVisible()
})
