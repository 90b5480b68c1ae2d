import { expect, type Page } from '@playwright/test'
import { openPage, tooltip } from '#tests/harness/browser-states.ts'
import { expectAccessible, test } from '#tests/harness/browser-test.ts'

const need = {
  title: 'Is there a tool for invoice reminders?',
  text: 'I waste hours every week chasing clients from a spreadsheet.\nI would pay for something that works.',
}

const titleBox = (page: Page) => page.getByRole('textbox', { name: 'Title' })
const textBox = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true })
const button = (page: Page) => page.getByRole('button', { name: 'Score this post' })
const outcome = (page: Page) => page.getByRole('region', { name: /^Your post scores \d+ of 100$/u })

/** Opens the page and waits until its example is scored. */
async function openScoring(page: Page): Promise<void> {
  await openPage(page, '/scoring')
  await expect(page.getByRole('region', { name: 'A worked example' }).locator('mark').first()).toBeVisible()
}

async function scoreNeed(page: Page): Promise<void> {
  await titleBox(page).fill(need.title)
  await textBox(page).fill(need.text)
  await button(page).click()
  await expect(outcome(page)).toBeVisible()
}

test('the footer links to the scoring page', async ({ page }) => {
  const response = await page.goto('/scoring')
  expect(response?.status()).toBe(200)
  await openPage(page)
  await page.getByRole('link', { name: 'How the score is made' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'How the score is made' })).toBeVisible()
  await expect(page).toHaveTitle('How the score is made · Unmet')
})

test('a pasted post is scored, with its words marked and its points adding up', async ({ page }) => {
  await openScoring(page)
  await scoreNeed(page)
  const result = outcome(page)
  await expect(result.getByRole('heading', { name: /^Your post scores/u })).toBeFocused()
  const marked = await result.locator('mark[data-evidence]').allInnerTexts()
  expect(marked.length).toBeGreaterThan(1)
  for (const words of marked) expect(`${need.title}\n${need.text}`).toContain(words)

  await result.getByText(/points add up/u).click()
  await expect(result.locator('details [data-points]').last()).toBeVisible()
  const points = await result.locator('details [data-points]').allInnerTexts()
  const [score = Number.NaN, ...parts] = points.map((text) => Number(text.replace('−', '-'))).reverse()
  const sum = parts.reduce((total, part) => total + part, 0)
  expect(sum).toBeCloseTo(score, 1)
  await expect(result.getByRole('heading', { name: `Your post scores ${score} of 100` })).toBeVisible()

  const mark = result.locator('section mark[data-evidence]').first()
  await mark.hover()
  await expect(tooltip(page, await mark.getAttribute('data-evidence'))).toBeVisible()
})

test('a text that is too long or empty shows an error and is not sent', async ({ page }) => {
  await openScoring(page)
  const sent: string[] = []
  page.on('request', (request) => sent.push(...(request.url().endsWith('/api/score') ? ['score'] : [])))
  await button(page).click()
  await expect(page.getByText('Paste a title or a text to score')).toBeVisible()
  await expect(titleBox(page)).toHaveAttribute('aria-invalid', 'true')

  await textBox(page).fill(`${'word '.repeat(20_000)}so`)
  await expect(page.getByText('Paste a title or a text to score')).toBeHidden()
  await expect(page.getByText('A text has at most 100,000 characters; this one has 2 too many')).toBeVisible()
  await button(page).click()
  await expect(textBox(page)).toHaveAttribute('aria-invalid', 'true')
  expect(sent).toEqual([])

  await textBox(page).fill('word '.repeat(20_000))
  await button(page).click()
  await expect(outcome(page)).toBeVisible()
})

test('beyond thirty posts a minute the page says when to try again, and keeps the typed text', async ({
  page,
}) => {
  await openScoring(page)
  await titleBox(page).fill(need.title)
  // This is repeated if a new minute began in between.
  await expect(async () => {
    await page.evaluate(async (title) => {
      const body = JSON.stringify({ title, selftext: '' })
      const headers = { 'content-type': 'application/json' }
      const send = () => fetch('/api/score', { method: 'POST', headers, body })
      await Promise.all(Array.from({ length: 31 }, send))
    }, need.title)
    await button(page).click()
    await expect(page.getByRole('alert')).toHaveText(
      /^That was more than 30 posts in a minute\. Try again in \d+ seconds?\.$/u,
    )
  }).toPass()
  await expect(titleBox(page)).toHaveValue(need.title)
})

test.describe('axe', () => {
  test('finds no fault on the page with a scored post, wide and narrow, light and dark', async ({ page }) => {
    test.slow()
    await openScoring(page)
    await scoreNeed(page)
    for (const [width, height] of [
      [1440, 900],
      [390, 844],
    ] as const) {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width, height })
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await expectAccessible(page, colorScheme === 'light' ? 'all' : 'colours')
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        expect(overflow, `pixels wider than a window of ${width}`).toBeLessThanOrEqual(0)
      }
    }
  })
})

test('a post is pasted, scored and read using only the keyboard', async ({ page }) => {
  await openScoring(page)
  await titleBox(page).focus()
  await page.keyboard.type(need.title)
  await page.keyboard.press('Tab')
  await page.keyboard.type('I waste hours every week')
  await page.keyboard.press('Tab')
  await expect(button(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: /^Your post scores/u })).toBeFocused()
  await page.keyboard.press('Tab')
  const mark = page.locator('mark:focus')
  await expect(mark).toHaveCount(1)
  await expect(tooltip(page, await mark.getAttribute('data-evidence'))).toBeVisible()
})
