import { expect } from '@playwright/test'
import { browserWalks } from '#tests/harness/all-browser-states.ts'
import { wakePage } from '#tests/harness/browser-built-page.ts'
import { checkLook, type Look, looks } from '#tests/harness/browser-looks.ts'
import { keywords, openPage, reading, resultList, tooltip } from '#tests/harness/browser-states.ts'
import { test } from '#tests/harness/browser-test.ts'

for (const walk of browserWalks) {
  const names = walk.map(({ name }) => `"${name}"`).join(', ')
  test(`axe finds nothing, wide and narrow, light and dark, in the state ${names}`, async ({
    page,
    product,
  }) => {
    test.setTimeout(180_000 * walk.length)
    for (const { name, continues, reach } of walk) {
      await test.step(name, async () => {
        if (continues) await page.setViewportSize({ width: 1440, height: 900 })
        await reach(page, product)
        for (const look of looks) await checkLook(page, look)
      })
    }
  })
}

const isNarrow = ({ width }: Look) => width === 390
const isDark = ({ colorScheme }: Look) => colorScheme === 'dark'
const faint = '{ #planted { color: #808080; background: #909090 } }'

/** Faults, with the widths and colour schemes in which they occur. */
const planted: { rule: string; html: string; css: string; stands: (look: Look) => boolean }[] = [
  {
    rule: 'color-contrast',
    html: 'Faint',
    css: `@media (prefers-color-scheme: dark) ${faint}`,
    stands: isDark,
  },
  {
    rule: 'color-contrast',
    html: 'Faint',
    css: `@media (prefers-color-scheme: light) ${faint}`,
    stands: (look) => !isDark(look),
  },
  {
    rule: 'color-contrast',
    html: 'Faint',
    css: `@media (max-width: 600px) and (prefers-color-scheme: light) ${faint}`,
    stands: (look) => isNarrow(look) && !isDark(look),
  },
  {
    rule: 'button-name',
    html: '<button></button>',
    css: '@media (min-width: 600px) { #planted button { display: none } }',
    stands: (look) => isNarrow(look) && look.rules === 'all',
  },
  { rule: 'label', html: '<input>', css: '', stands: ({ rules }) => rules === 'all' },
]

test('a fault at one width or colour scheme is found there, and nowhere else', async ({ page }) => {
  await openPage(page, '/contact')
  for (const { rule, html, css, stands } of planted) {
    await page.evaluate(
      ([inner, rules]) => {
        document.getElementById('planted')?.remove()
        const element = Object.assign(document.createElement('p'), { id: 'planted', innerHTML: inner })
        document.querySelector('main')?.append(element)
        const sheet = new CSSStyleSheet()
        sheet.replaceSync(rules)
        document.adoptedStyleSheets = [sheet]
      },
      [html, css] as const,
    )
    for (const look of looks) {
      const check = checkLook(page, look)
      if (stands(look)) await expect(check).rejects.toThrow(`${rule}: `)
      else await check
    }
  }
})

test('a search is completed using only the keyboard', async ({ page }) => {
  await openPage(page)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('searchbox', { name: 'Keyword' })).toBeFocused()
  await page.keyboard.type(keywords.found)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: new RegExp(`for “${keywords.found}”`, 'u') })).toBeFocused()

  // Moves past the suggestions with Tab.
  const copy = page.getByRole('button', { name: 'Copy link' })
  const isFocused = () => copy.evaluate((button) => button === document.activeElement)
  for (let tabs = 0; tabs < 8 && !(await isFocused()); tabs += 1) await page.keyboard.press('Tab')
  await expect(copy).toBeFocused()
  // Moves past the elements beside the list, to the first post and into it.
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

test('a chosen theme is saved and applied before the first paint', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: /^Switch/u }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.reload({ waitUntil: 'commit' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await wakePage(page)
  await expect(page.getByRole('button', { name: 'Switch to light theme' })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'light')
  await expect(page.locator('body')).toHaveCSS('print-color-adjust', 'exact')
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
})
