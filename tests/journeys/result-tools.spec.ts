import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { signUpPerson } from '#tests/harness/browser-accounts.ts'
import { becomePro } from '#tests/harness/browser-billing.ts'
import { findNeeds, openFirstPost } from '#tests/harness/browser-result-states.ts'
import { keywords, openPage, places, reading, searchAndRead, toasts } from '#tests/harness/browser-states.ts'
import { expectAccessible, test } from '#tests/harness/browser-test.ts'

// By selector instead of role, because toasts are dialogs too.
const drawer = (page: Page) => page.locator('[role="dialog"]:has([data-drawer-title])')
const titleOf = async (page: Page, at: number) =>
  (await places(page).nth(at).getAttribute('aria-label')) ?? ''
const asked = (page: Page, name: string) => new URL(page.url()).searchParams.get(name)

async function openResults(page: Page, keyword = keywords.found): Promise<void> {
  await openPage(page)
  await searchAndRead(page, keyword)
  await expect(places(page).first()).toBeVisible()
}

for (const width of [390, 1440]) {
  test.describe(`the sum of a post, ${width} pixels wide`, () => {
    test.use({ viewport: { width, height: 900 } })

    test('opens the hidden sentences, which have the listed points and link to the text', async ({
      page,
    }) => {
      await openResults(page)
      await openFirstPost(page)
      const sum = reading(page).locator('section[aria-label="All reasons"]')
      const more = sum.locator('details', { hasText: /^(?:and|in) \d+ (?:more )?sentences?/u }).first()
      const told = /(\d+) (?:more )?sentences? \(([+−][\d.]+)\)/u.exec(await more.innerText())
      const sentences = more.getByRole('button', { name: /, show in the post$/u })
      await expect(sentences.first()).toBeHidden()
      await more.locator('summary').click()
      await expect(sentences).toHaveCount(Number(told?.[1]))
      const points = (await sentences.allInnerTexts()).map((text) =>
        Number.parseFloat(text.replace('−', '-')),
      )
      const expected = Number.parseFloat((told?.[2] ?? '').replace('−', '-'))
      expect(points.reduce((all, one) => all + one, 0)).toBeCloseTo(expected, 1)
      await sentences.first().click()
      await expect(reading(page).locator('[data-start]:focus')).toBeInViewport()
    })
  })
}

test.describe('the drawer of a narrow window', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('shows the whole post, and its points add up to the score', async ({ page }) => {
    await openResults(page)
    const title = await titleOf(page, 0)
    await openFirstPost(page)
    await expect(drawer(page)).toHaveAccessibleName(title)
    const points = await drawer(page)
      .locator('section[aria-label="All reasons"] section, section[aria-label="All reasons"] p')
      .locator('[data-points]')
      .evaluateAll((all) =>
        all.map((one) => ({
          points: Number((one as HTMLElement).dataset.points),
          isTotal: one.closest('p')?.textContent?.includes('Opportunity score') ?? false,
        })),
      )
    const total = points.find(({ isTotal }) => isTotal)?.points
    const sum = points.filter(({ isTotal }) => !isTotal).reduce((all, one) => all + one.points, 0)
    expect(sum).toBeCloseTo(total ?? Number.NaN, 1)
    await expect(places(page).first().getByText(`Opportunity score ${total} of 100`)).toBeAttached()
  })

  test('links from points to the sentence', async ({ page }) => {
    await openResults(page)
    await openFirstPost(page)
    const point = drawer(page)
      .getByRole('button', { name: /, show in the post$/u })
      .last()
    const words = /“(.*)”/u.exec(await point.innerText())?.[1] ?? 'no words'
    await point.click()
    const mark = drawer(page).locator('mark:focus')
    await expect(mark).toBeInViewport()
    expect(words.toLowerCase()).toContain((await mark.innerText()).replace(/\s+/gu, ' ').toLowerCase())
  })

  test('is part of the URL: a reload opens it, Back closes it, Escape returns the focus', async ({
    page,
  }) => {
    await openResults(page)
    const title = await titleOf(page, 0)
    await openFirstPost(page)
    await page.reload()
    await expect(drawer(page)).toHaveAccessibleName(title)
    await page.keyboard.press('Escape')
    await expect(drawer(page)).toBeHidden()
    expect(asked(page, 'post')).toBeNull()

    await openFirstPost(page)
    await page.goBack()
    await expect(drawer(page)).toBeHidden()
    await openFirstPost(page)
    await page.keyboard.press('Escape')
    await expect(drawer(page)).toBeHidden()
    await expect(places(page).first().locator('[data-opens]')).toBeFocused()
  })

  test('covers a narrow screen and can be closed there', async ({ page }) => {
    await openResults(page)
    await openFirstPost(page)
    const box = await drawer(page).boundingBox()
    expect([box?.x, box?.width, box?.height]).toEqual([0, 390, 844])
    await drawer(page).getByRole('button', { name: 'Close' }).click()
    await expect(drawer(page)).toBeHidden()
  })

  test('reports a missing connection, keeps the data of the list, and tries again', async ({
    page,
    context,
  }) => {
    await openResults(page)
    // The drawer's code loads shortly after the results.
    await openFirstPost(page)
    await page.keyboard.press('Escape')
    await expect(drawer(page)).toBeHidden()
    await context.setOffline(true)
    await places(page).nth(1).locator('[data-opens]').click()
    await expect(drawer(page).getByText('There is no connection to the internet.')).toBeVisible()
    await expect(drawer(page).locator('[data-field="selftext"]')).not.toBeEmpty()
    await context.setOffline(false)
    await drawer(page).getByRole('button', { name: 'Try again' }).click()
    await expect(drawer(page).getByText('There is no connection to the internet.')).toBeHidden()
  })

  test('reports missing posts and missing results', async ({ page }) => {
    await openResults(page)
    await page.goto(`${page.url()}&post=reddit:none`)
    await expect(drawer(page)).toHaveAccessibleName('This post could not be opened')
    await expect(drawer(page).getByText(/not available any more/u)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(drawer(page)).toBeHidden()
    await page.route('**/posts/**', (route) =>
      route.fulfill({ status: 404, json: { message: 'gone', code: 'results_expired' } }),
    )
    await places(page).first().locator('[data-opens]').click()
    await expect(drawer(page).getByText(/^These results have expired/u)).toBeVisible()
  })
})

test.describe('the post beside the list of a wide window', () => {
  const title = (page: Page, name: string) => reading(page).getByRole('heading', { name, exact: true })

  test('is the first until another is selected, which the URL then contains', async ({ page }) => {
    await openResults(page)
    await expect(title(page, await titleOf(page, 0))).toBeVisible()
    expect(asked(page, 'post')).toBeNull()
    const second = await titleOf(page, 1)
    await places(page).nth(1).locator('[data-opens]').click()
    await expect(title(page, second)).toBeVisible()
    await expect(places(page).nth(1)).toHaveAttribute('aria-current', 'true')
    await page.reload()
    await expect(title(page, second)).toBeVisible()
    await expect(drawer(page)).toBeHidden()
  })

  test('does not move visible content when the rest of the post arrives', async ({ page }) => {
    const held = Promise.withResolvers<void>()
    await page.route('**/api/**/posts/**', async (route) => {
      await held.promise
      await route.continue()
    })
    await page.addInitScript(() => {
      const moved: string[] = []
      Object.assign(window, { moved })
      type Shift = PerformanceEntry & { sources: { node: Node | null }[] }
      new PerformanceObserver((list) => {
        for (const { sources } of list.getEntries() as Shift[])
          for (const { node } of sources)
            if (node?.parentElement?.closest('[data-reading]')) moved.push(node.textContent ?? '')
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await openResults(page)
    await expect(title(page, await titleOf(page, 0))).toBeVisible()
    await expect(reading(page).getByRole('list', { name: 'The strongest reasons' })).toBeHidden()
    held.resolve()
    await expect(reading(page).getByRole('region', { name: 'All reasons' })).toBeVisible()
    // The browser reports a shift one frame after the frame that shows the shift.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    expect(await page.evaluate(() => (window as unknown as { moved: string[] }).moved)).toEqual([])
  })

  test('leads back to the list, even after several posts were read', async ({ page }) => {
    await openResults(page)
    const results = page.url()
    const first = await titleOf(page, 0)
    for (const at of [1, 2]) {
      const chosen = await titleOf(page, at)
      await places(page).nth(at).locator('[data-opens]').click()
      await expect(title(page, chosen)).toBeVisible()
    }
    await page.goBack()
    await expect(title(page, first)).toBeVisible()
    expect(page.url()).toBe(results)
  })

  test('does not extend below the page', async ({ page }) => {
    await openResults(page, keywords.few)
    await expect(reading(page)).toBeVisible()
    const foot = page.getByRole('contentinfo')
    const beyond = () =>
      foot.evaluate(
        (one) => document.documentElement.scrollHeight - one.getBoundingClientRect().bottom - scrollY,
      )
    await expect.poll(beyond, 'pixels of nothing below the foot').toBeLessThanOrEqual(4)
  })

  test('reports a missing post', async ({ page }) => {
    await openResults(page)
    await page.goto(`${page.url()}&post=reddit:none`)
    await expect(title(page, 'This post could not be opened')).toBeVisible()
  })
})

test('weak posts are collapsed behind a line with their number, and the URL keeps them expanded', async ({
  page,
}) => {
  await openResults(page, 'invoices')
  const before = await places(page).count()
  const line = page.getByText(/^\d+ posts? below 40/u)
  const counts = [...(await line.innerText()).matchAll(/(\d+) posts?/gu)]
  const hidden = counts.reduce((sum, [, count]) => sum + Number(count), 0)
  await page.getByRole('button', { name: /^show the posts below 40/u }).click()
  const after = before + Math.min(hidden, 20)
  await expect(places(page)).toHaveCount(after)
  await expect(places(page).nth(before)).toBeFocused()
  // Off-topic posts come after weak posts, and are labelled.
  await expect(line).toBeHidden()
  await expect(page.getByRole('button', { name: /^Hide the last \d+ posts$/u })).toBeVisible()
  await expect(places(page).last()).toContainText('Likely about something else')
  await page.reload()
  await expect(places(page)).toHaveCount(after)
  await page.getByRole('button', { name: /^Hide the last/u }).click()
  await expect(places(page)).toHaveCount(before)
  await expect(places(page).first()).toBeFocused()
})

test('Back returns to the previous position in the list', async ({ page }) => {
  await openResults(page, 'clients')
  await places(page).last().scrollIntoViewIfNeeded()
  const top = await page.evaluate(() => scrollY)
  expect(top, 'pixels scrolled').toBeGreaterThan(100)
  await page.getByRole('link', { name: 'How the score is made' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /score/iu })).toBeVisible()
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  await expect(places(page).last()).toBeInViewport()
})

test.describe('the keyboard', () => {
  test('navigates, opens, saves and shows the help', async ({ page }) => {
    await openResults(page)
    await page.keyboard.press('j')
    await expect(places(page).first()).toBeFocused()
    await page.keyboard.press('j')
    await expect(places(page).nth(1)).toBeFocused()
    const second = await titleOf(page, 1)
    await expect(reading(page).getByRole('heading', { name: second, exact: true })).toBeVisible()
    await page.keyboard.press('s')
    await expect(
      places(page)
        .nth(1)
        .getByRole('button', { name: /^Saved/u }),
    ).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.locator('[data-pane-title]')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(places(page).nth(1)).toBeFocused()
    await page.keyboard.press('o')
    await expect(page.locator('[data-pane-title]')).toBeFocused()
    await page.keyboard.press('k')
    await expect(places(page).first()).toBeFocused()
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name: 'Keyboard' })).toBeHidden()
    await page.keyboard.press('/')
    await expect(page.getByRole('searchbox', { name: 'Keyword' })).toBeFocused()
  })

  test('steps through the posts of an open drawer before the drawer has the focus', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await openResults(page)
    await openFirstPost(page)
    await page.evaluate(() => {
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true }))
    })
    await expect(drawer(page)).toHaveAccessibleName(await titleOf(page, 1))
  })

  test('is ignored while somebody types', async ({ page }) => {
    await openResults(page)
    const box = page.getByRole('searchbox', { name: 'Keyword' })
    await box.fill('')
    await box.pressSequentially('jkos?/')
    await expect(box).toHaveValue('jkos?/')
    await expect(drawer(page)).toBeHidden()
    await box.press('Escape')
    await page.keyboard.press('j')
    await expect(places(page).first()).toBeFocused()
    await expect(box).toHaveValue('jkos?/')
  })

  test('shortcuts can be turned off on this device', async ({ page }) => {
    await openResults(page)
    await page.getByRole('button', { name: 'Keyboard help' }).click()
    await page.getByRole('checkbox', { name: 'Use single keys on this device' }).uncheck()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name: 'Keyboard' })).toBeHidden()
    await page.reload()
    await expect(places(page).first()).toBeVisible()
    await page.keyboard.press('j')
    await expect(places(page).first()).not.toBeFocused()
  })
})

test('a need filters the list, is part of the URL, and can be deselected', async ({ page }) => {
  await openResults(page, keywords.repeated)
  const all = Number(/^\d+/u.exec(await page.getByRole('heading', { level: 2 }).first().innerText())?.[0])
  const rows = await places(page).count()
  const need = (await findNeeds(page)).getByRole('button').first()
  const count = Number(/(\d+) posts/u.exec(await need.innerText())?.[1])
  await need.click()
  await expect(places(page)).toHaveCount(count)
  await expect(page.getByText(`Showing ${count} of ${all} posts`)).toBeVisible()
  await page.goBack()
  await expect(places(page)).not.toHaveCount(count)
  expect(asked(page, 'need')).toBeNull()
  await page.goForward()
  await expect(places(page)).toHaveCount(count)
  await page.reload()
  await expect(places(page)).toHaveCount(count)
  await page.getByRole('button', { name: /^Stop showing only the need/u }).click()
  await expect(places(page)).toHaveCount(rows)
  await expect(places(page).first()).toBeFocused()
  await page.goto(`${page.url()}&need=no+such+need`)
  await expect(page.getByText('This need is no longer in these results')).toBeVisible()
})

test('if no post shares a need, two posts are shown first, with five rows below them', async ({ page }) => {
  await page.route(/\/api\/search-results\/[^/]+\/brief/u, async (route) => {
    const reply = await route.fetch()
    const body = await reply.json()
    const [{ quote: name }] = body.toldOnce
    const quotes = Array.from({ length: 12 }, (_, at) => ({
      ...name,
      words: `I need to do task ${at}`,
      id: `t${at}`,
    }))
    Object.assign(body, { needs: [], toldOnce: quotes.map((quote) => ({ quote, opportunityScore: 62 })) })
    await route.fulfill({ response: reply, json: { ...body, toldOnceMore: 3 } })
  })
  await openResults(page, 'clients')
  await expect(
    page.getByRole('list', { name: 'Strongest posts without a shared need' }).getByRole('listitem'),
  ).toHaveCount(2)
  await expect(
    places(page).nth(4).locator('h3'),
    'the fifth title is visible without scrolling',
  ).toBeInViewport({ ratio: 0.5 })
  await page.getByRole('button', { name: '13 more posts scoring 60+', exact: true }).click()
  await expect(
    page
      .getByRole('list', { name: 'Promising posts that belong to no need', exact: true })
      .getByRole('listitem'),
  ).toHaveCount(10)
  await expect(page.getByText('And 3 more.')).toBeVisible()
  await expectAccessible(page)
})

test.describe('saved posts', () => {
  test('stay on this device, can be filtered, link back, are exported and removed', async ({ page }) => {
    await openResults(page)
    const title = await titleOf(page, 1)
    await places(page).nth(1).getByRole('button', { name: /^Save/u }).click()
    await expect(toasts(page).getByText('Saved on this device')).toBeVisible()
    await page.reload()
    await page.getByRole('button', { name: 'Only saved (1)' }).click()
    await expect(places(page)).toHaveCount(1)
    await expect(places(page).first()).toHaveAttribute('aria-label', title)

    await page.getByRole('button', { name: 'Saved posts (1)' }).click()
    const list = page.getByRole('dialog', { name: 'Saved posts (1)' })
    const downloading = page.waitForEvent('download')
    await list.getByRole('button', { name: 'CSV' }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toBe('unmet_saved_posts.csv')
    expect(await readFile(await download.path(), 'utf8')).toContain(keywords.found)
    await page.goto('/')
    await page.getByRole('button', { name: 'Saved posts (1)' }).click()
    await list.getByRole('link', { name: title }).click()
    await expect(reading(page).getByRole('heading', { name: title, exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Saved posts (1)' }).click()
    await page.getByRole('button', { name: `Remove ${title}` }).click()
    await expect(page.getByRole('dialog', { name: 'No saved posts' })).toBeVisible()
  })

  test('are not marked as saved if the browser refuses to store them', async ({ page }) => {
    await page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError')
      }
    })
    await openResults(page)
    const save = places(page).first().getByRole('button', { name: /^Save/u })
    await save.click()
    await expect(toasts(page).getByText('This browser cannot store data')).toBeVisible()
    await expect(save).toHaveAttribute('aria-pressed', 'false')
  })
})

test('Pro filters by community, day and upvotes, and the URL contains the filters', async ({ page }) => {
  test.slow()
  await signUpPerson(page)
  await becomePro(page)
  await openResults(page, 'clients')
  const all = await places(page).count()
  const community = page.getByRole('group', { name: 'Communities' }).getByRole('button').first()
  const fit = Number(/\d+$/u.exec(await community.innerText())?.[0])
  await community.click()
  await expect(places(page)).toHaveCount(fit)
  await page.getByLabel('Minimum upvotes').fill('1000000')
  await expect(page.getByText('Excludes posts without known upvotes.')).toBeVisible()
  await expect(page.getByText('No result fits these filters.')).toBeVisible()
  await page.getByLabel('Minimum upvotes').fill('')
  await page.getByLabel('Posted from').fill('2026-01-02')
  await page.getByLabel('Posted until').fill('2030-01-01')
  await expect(places(page)).toHaveCount(fit)
  await page.reload()
  await expect(places(page)).toHaveCount(fit)
  await expect(page.getByLabel('Posted from')).toHaveValue('2026-01-02')
  await page.getByLabel('Posted from').fill('2029-01-01')
  await expect(page.getByText('No result fits these filters.')).toBeVisible()
  await page.getByRole('button', { name: 'Reset filters' }).click()
  await expect(places(page)).toHaveCount(all)
  await expect(places(page).first()).toBeFocused()
})

test('very long, right-to-left and emoji texts do not break the layout, also at 200% zoom', async ({
  page,
}) => {
  test.slow()
  const titles = [
    `ترجمة الفواتير كل أسبوع ${'\u{1F469}\u200D\u{1F4BB}'.repeat(60)}`,
    'wide '.repeat(400),
    'x'.repeat(1900),
  ]
  await page.route(/\/api\/search-results\/[^/]+$/u, async (route) => {
    const reply = await route.fetch()
    const body = await reply.json()
    for (const [at, title] of titles.entries()) {
      Object.assign(body.results[at], {
        title,
        excerpt: title,
        evidence: [],
        subreddit: 'y'.repeat(120),
        opportunityScore: 90,
      })
    }
    await route.fulfill({ response: reply, json: body })
  })
  await openResults(page, keywords.few)
  // The browser renders the mocked response above; the server would render the real posts.
  await page.route(/\/\?.*session=/u, async (route) => {
    await route.fulfill({ response: await route.fetch({ url: new URL('/auth/login', page.url()).href }) })
  })
  await page.reload()
  await expect(places(page).first()).toHaveAttribute('aria-label', titles[0] ?? '')
  await expect(places(page).first().locator('h3')).toHaveCSS('direction', 'rtl')
  // The width of a window of 1280 pixels at a zoom of 200%.
  await page.setViewportSize({ width: 640, height: 512 })
  await expectAccessible(page)
  for (const at of titles.keys()) {
    await places(page).nth(at).scrollIntoViewIfNeeded()
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow, titles[at]?.slice(0, 20)).toBeLessThanOrEqual(0)
  }
  await places(page).nth(2).locator('[data-opens]').click()
  await expect(drawer(page)).toBeVisible()
  const wide = await drawer(page).evaluate((one) => one.scrollWidth - one.clientWidth)
  expect(wide).toBeLessThanOrEqual(0)
})
